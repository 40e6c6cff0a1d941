# cmake -DQX=program -DWORK=folder -P admesh.cmake
# What we write as STL needs no repair: admesh, Debian's mender of meshes, finds every facet joined to its three
# neighbours, one part, no facet without area, and all normals right.
cmake_minimum_required(VERSION 3.22)

find_program(ADMESH admesh)
if(NOT ADMESH)
  message(STATUS "skipped: admesh (./test --full installs it)")
  return()
endif()

# Counts that have to be 0, by what admesh calls them.
set(faults "Facets with 1 disconnected edge" "Facets with 2 disconnected edges" "Facets with 3 disconnected edges"
  "Total disconnected facets" "Degenerate facets" "Edges fixed" "Facets removed" "Facets added" "Facets reversed"
  "Backwards edges" "Normals fixed")

function(check_counts file words)
  foreach(fault ${faults})
    if(NOT words MATCHES "${fault} *: *([0-9]+) *([0-9]*)")
      message(FATAL_ERROR "${file}: admesh says nothing of \"${fault}\":\n${words}")
    endif()
    if(NOT CMAKE_MATCH_1 EQUAL 0 OR NOT "${CMAKE_MATCH_2}" MATCHES "^0?$")
      message(FATAL_ERROR "${file}: ${fault}: ${CMAKE_MATCH_1} ${CMAKE_MATCH_2}\n${words}")
    endif()
  endforeach()
  if(NOT words MATCHES "Number of parts *: *1 *Volume *: *[0-9]")
    message(FATAL_ERROR "${file} is not one part of positive volume:\n${words}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(number 0)
foreach(options
    "--size;1x1x1" "--size;2x2x2" "--size;8x8x8;--halves" "--size;7x5x3;--lid" "--size;20x12" "--size;20x12;--lid"
    "--size;1x1x20;--halves" "--size;9x1x4" "--size;12x12x12;--algorithm;backtracker"
    "--size;5x5x5;--braid;1;--halves" "--size;10x10x10;--cell;4.3mm;--wall;1.2mm;--force")
  math(EXPR number "${number} + 1")
  execute_process(COMMAND ${QX} maze --quiet ${options} -o ${WORK}/${number}.stl ERROR_VARIABLE words
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "qx maze ${options}: ${words}")
  endif()
endforeach()

# A map of 129 x 97 samples; where the lowest one is a hole, it goes through to the bottom.
execute_process(COMMAND ${QX} terrain make --quiet --size 129x97 --rain 2000 -o ${WORK}/map.png
  COMMAND_ERROR_IS_FATAL ANY)
foreach(options
    "--max;20" "--max;20;--error;0.1" "--max;20;--error;0.5;--simplify;rtin" "--max;0.01;--diagonal;alternating"
    "--no-data;0" "--no-data;0;--error;0.2" "--max;20;--width;240;--bed;100x120" "--error;0.2;--width;240;--bed;100x120")
  math(EXPR number "${number} + 1")
  execute_process(COMMAND ${QX} terrain ${WORK}/map.png --quiet ${options} -o ${WORK}/${number}.stl
    ERROR_VARIABLE words RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "qx terrain ${options}: ${words}")
  endif()
endforeach()

# The sea around an island is a hole: ground meets at single samples along the coast.
execute_process(COMMAND ${QX} terrain make --quiet --shape island --size 129x97 --seed 3 --rain 2000 -o ${WORK}/sea.png
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${QX} terrain ${WORK}/sea.png --quiet --no-data 0 -o ${WORK}/coast.stl
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${QX} terrain ${WORK}/sea.png --quiet --no-data 0 --error 0.2 -o ${WORK}/coast_few.stl
  COMMAND_ERROR_IS_FATAL ANY)

file(GLOB files ${WORK}/*.stl)
foreach(file ${files})
  execute_process(COMMAND ${ADMESH} ${file} OUTPUT_VARIABLE words RESULT_VARIABLE result TIMEOUT 60)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "admesh ${file}: ${result}\n${words}")
  endif()
  check_counts(${file} "${words}")
endforeach()
list(LENGTH files count)
message(STATUS "admesh has nothing to mend in ${count} files")
