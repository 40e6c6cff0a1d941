# Warnings for every target, and the flags that keep the core's bits the same everywhere.

add_library(qx_warnings INTERFACE)
target_compile_options(qx_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  $<$<BOOL:${QX_WERROR}>:-Werror>)

# No contraction to FMA; the two no- flags change no value and let loops with sqrt and selects vectorise.
add_library(qx_same_bits INTERFACE)
target_compile_options(qx_same_bits INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)
