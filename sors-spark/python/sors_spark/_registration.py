"""Makes the stages loadable as parts of pipelines and validators.

To load a pipeline, PySpark imports a module with the name of the Java package of each stage. Ours
is ``io.github.sors.spark``, and Python's own module ``io`` is not a package, so no file can have
that name. An import looks into ``sys.modules`` first, so the module is put there.
"""

import sys
from types import ModuleType

JAVA_PACKAGE = "io.github.sors.spark"


def register_java_names(*stages: type) -> None:
    """Registers classes under the names of the Java classes that they wrap."""
    module = ModuleType(JAVA_PACKAGE, "The stages of sors_spark under the names of their Java classes.")
    for stage in stages:
        setattr(module, stage.__name__, stage)
    sys.modules[JAVA_PACKAGE] = module
