// SPDX-License-Identifier: MIT
// Linked into programs built with AddressSanitizer. LeakSanitizer reports at the end, when the OpenGL driver has been
// unloaded and its leaks have no name any more that tests/leaks.txt could know: so nothing is unloaded.
#include <dlfcn.h>

__attribute__((visibility("default"))) int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
