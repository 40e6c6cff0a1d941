// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // _SC_PHYS_PAGES

#include "machine.h"

#include <unistd.h>

double machine_memory(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0) return (double)pages * (double)bytes;
#endif
    return 0.0;
}
