# cmake -DTOP=project -DBUILD=its-build -DWORK=folder -DCC=… -DFLAGS=… -DGENERATOR=Ninja -DPARTS=formats,render
#   [-DSHARED=ON -DRENDER=ON] -P install.cmake
# Installs into one place, moves that to another whose name has a space, and builds the outside project against it by
# find_package and by pkg-config. With SHARED the libraries are first built again as shared ones.
cmake_minimum_required(VERSION 3.22)
string(REPLACE "," ";" parts "${PARTS}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE words ERROR_VARIABLE words)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result}):\n${words}")
  endif()
  set(words "${words}" PARENT_SCOPE)
endfunction()

function(run_user what program part)
  run(${what} ${CMAKE_COMMAND} -E env "LD_LIBRARY_PATH=${lib_folder}" ${program})
  if(NOT words MATCHES "${part} works")
    message(FATAL_ERROR "${what} said: ${words}")
  endif()
  message(STATUS "${what}: ${part} works")
endfunction()

# A shared library shows its public functions and nothing else.
function(check_names library)
  run("nm" nm -D --defined-only ${library})
  string(REGEX MATCHALL "[^ \n]+\n" names "${words}")
  list(LENGTH names count)
  list(FILTER names EXCLUDE REGEX "^qx_")
  if(names OR count EQUAL 0)
    message(FATAL_ERROR "${library} shows names that are not its own: ${names}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
if(SHARED)
  set(BUILD ${WORK}/build)
  run("configuring" ${CMAKE_COMMAND} -S ${TOP} -B ${BUILD} -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC}
    -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=ON
    -DQX_BUILD_TESTS=OFF -DQX_BUILD_BENCH=OFF -DQX_BUILD_TOOL=OFF -DQX_BUILD_ARCADE=${RENDER})
  run("building" ${CMAKE_COMMAND} --build ${BUILD} --parallel 2 --target quincunx ${parts})
endif()
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first --component development)
set(place "${WORK}/a moved place")
file(RENAME ${WORK}/first ${place})

run("find_package" ${CMAKE_COMMAND} -S ${TOP}/tests/install -B ${WORK}/outside -G ${GENERATOR}
  -DCMAKE_C_COMPILER=${CC} -DCMAKE_C_FLAGS=${FLAGS} "-DCMAKE_PREFIX_PATH=${place}" -DPARTS=${PARTS})
run("building with find_package" ${CMAKE_COMMAND} --build ${WORK}/outside)

file(GLOB_RECURSE pc_file "${place}/*/quincunx.pc")
get_filename_component(pc_folder ${pc_file} DIRECTORY)
get_filename_component(lib_folder ${pc_folder} DIRECTORY)
foreach(part quincunx ${parts})
  run_user("find_package" ${WORK}/outside/uses_${part} ${part})
  string(REGEX REPLACE "^([^q].*)$" "quincunx-\\1" package ${part})
  run("pkg-config" ${CMAKE_COMMAND} -E env "PKG_CONFIG_PATH=${pc_folder}:$ENV{PKG_CONFIG_PATH}"
    pkg-config --cflags --libs ${package})
  separate_arguments(needs UNIX_COMMAND "${words}")
  run("building with pkg-config" ${CC} ${flags} ${TOP}/tests/install/uses_${part}.c -o ${WORK}/uses_${part} ${needs})
  run_user("pkg-config" ${WORK}/uses_${part} ${part})
endforeach()

if(SHARED)
  file(GLOB_RECURSE libraries "${place}/*.so")
  foreach(library ${libraries})
    check_names(${library})
  endforeach()
endif()
