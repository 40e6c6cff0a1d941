# Tests of the project as a whole: where its includes point, its headers alone, its documentation's programs, an outside
# project built against an installed copy.

# qx_script_test(NAME SCRIPT ARGUMENT…) runs a CMake script as a test.
function(qx_script_test name script)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DTOP=${PROJECT_SOURCE_DIR}
    -DWORK=${CMAKE_CURRENT_BINARY_DIR}/${name} -DCC=${CMAKE_C_COMPILER} ${ARGN}
    -P ${PROJECT_SOURCE_DIR}/${script})
  set_tests_properties(${name} PROPERTIES TIMEOUT 240)
endfunction()

find_program(QX_CXX NAMES c++ g++ clang++ DOC "C++ compiler that public headers are tried with")
if(NOT QX_CXX)
  set(QX_CXX "")
endif()
qx_script_test(arrows tests/arrows.cmake)
qx_script_test(headers tests/headers/headers.cmake -DINCLUDE=${PROJECT_SOURCE_DIR}/include -DCXX=${QX_CXX})
qx_script_test(readme tests/docs/readme.cmake -DHELLO=$<TARGET_FILE:example_hello>)

if(QX_BUILD_ARCADE)
  pkg_check_modules(SDL2 REQUIRED sdl2)
  list(JOIN SDL2_CFLAGS " " sdl2_flags)
  qx_script_test(programs_in_docs tests/docs/programs.cmake -DNEEDS=${sdl2_flags})
endif()

if(QX_INSTALL)
  set(parts formats)
  if(TARGET render)
    string(APPEND parts ",render")
  endif()
  qx_script_test(install tests/install/install.cmake -DPARTS=${parts} -DRENDER=${QX_BUILD_ARCADE}
    -DBUILD=${PROJECT_BINARY_DIR} -DFLAGS=${CMAKE_C_FLAGS} -DGENERATOR=${CMAKE_GENERATOR})
  qx_script_test(install_shared tests/install/install.cmake -DPARTS=${parts} -DRENDER=${QX_BUILD_ARCADE}
    -DSHARED=ON -DFLAGS=${CMAKE_C_FLAGS} -DGENERATOR=${CMAKE_GENERATOR})
  set_tests_properties(install install_shared PROPERTIES LABELS install)
endif()
