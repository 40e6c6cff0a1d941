# With AddressSanitizer every program keeps the OpenGL driver loaded until its end: LeakSanitizer looks for leaks then, and
# those of a driver that has gone would have no name by which tests/leaks.txt could tell them from ours.

function(qx_keep_drivers_loaded folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:qx_keep_loaded>)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder ${folders})
    qx_keep_drivers_loaded(${subfolder})
  endforeach()
endfunction()

if(CMAKE_C_FLAGS MATCHES "-fsanitize=[a-z,]*address")
  add_library(qx_keep_loaded OBJECT ${PROJECT_SOURCE_DIR}/tests/keep_loaded.c)
  qx_keep_drivers_loaded(${PROJECT_SOURCE_DIR})
endif()
