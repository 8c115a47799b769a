/* The header by its name in DDS. */
#include "dds_c.h"
