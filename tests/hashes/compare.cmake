# cmake -DPROGRAM=qx_hashes -DGOLDEN=golden.txt -P compare.cmake
# Every instruction set this processor has must give the hashes of golden.txt. They change only with a module's rules:
# then run `qx_hashes > tests/hashes/golden.txt` and say why in the commit.
file(READ ${GOLDEN} golden)
execute_process(COMMAND ${PROGRAM} --simds OUTPUT_VARIABLE simds COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" simds "${simds}")
foreach(simd ${simds})
  execute_process(COMMAND ${PROGRAM} --simd ${simd} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(NOT found STREQUAL golden)
    message(SEND_ERROR "${simd} gives\n${found}golden.txt has\n${golden}")
  else()
    message(STATUS "${simd}: as golden.txt")
  endif()
endforeach()
