"""What the stages need of params beyond PySpark: texts given as numbers, and keyword arguments."""

import numbers
from typing import Any, Dict, TypeVar

from pyspark.ml.param import Params

Self = TypeVar("Self", bound="KeywordParams")


def toText(value: Any) -> str:
    """Converts the value of a param that is a text or a number, such as ``eta``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, numbers.Real)):
        return str(value)
    raise TypeError("expected a text or a number, found %s of %s" % (value, type(value)))


class KeywordParams(Params):
    """Params that are set by keyword arguments, some of them also under the name of an option."""

    #: names of params by the names of options, where Python cannot write these
    _option_names: Dict[str, str] = {}

    def setParams(self: Self, **params: Any) -> Self:
        """Sets params by name; those that are None are left as they are."""
        given: Dict[str, Any] = {}
        for name, value in params.items():
            name = self._option_names.get(name, name)
            if not self.hasParam(name):
                raise TypeError(
                    "%s has no param '%s': expected one of %s"
                    % (type(self).__name__, name, ", ".join(p.name for p in self.params))
                )
            if value is not None:
                given[name] = value
        self._set(**given)
        return self
