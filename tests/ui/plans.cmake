# SPDX-License-Identifier: Apache-2.0
cardinal_qtest(i18n/tst_plan_texts LIBS ui_i18n)
cardinal_qtest(plans/tst_cordon_and_bind LIBS ui_window_fixture)
cardinal_qtest(plans/tst_mig_plan LIBS ui_window_fixture)
cardinal_qtest(plans/tst_named_switches LIBS ui_pages)
cardinal_qtest(plans/tst_plans LIBS ui_window_fixture)
cardinal_qtest(plans/tst_plan_dialogs_fit LIBS ui_window_fixture)
# An operator at a window on a real cluster: no test by itself, tests/cli/cluster/node_window_test.py sits it down.
add_executable(node_window window/node_window.cpp)
target_link_libraries(node_window PRIVATE project_options project_qt_options ui_window_fixture core_service test_support)
cardinal_use_precompiled(${ui_tests_precompiled} node_window)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(scene Switches Interrupted Closes Binds)
  add_test(NAME node_window.${scene}
    COMMAND Python3::Interpreter "${CMAKE_SOURCE_DIR}/tests/cli/cluster/node_window_test.py" "${CMAKE_BINARY_DIR}/cluster-window-${scene}" ${scene})
  set_tests_properties(node_window.${scene} PROPERTIES LABELS cluster TIMEOUT 600
    ENVIRONMENT "CARDINAL_PROGRAM=$<TARGET_FILE:cardinal>;CARDINAL_NODE_WINDOW=$<TARGET_FILE:node_window>;CARDINAL_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
endforeach()
# The eight jobs at the window of the program itself: tests/cli/cluster/walk_test.py starts it, and Qt loads the walker into it.
add_library(walker MODULE window/walker.cpp)
set_target_properties(walker PROPERTIES AUTOMOC ON LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/walk/generic")
target_link_libraries(walker PRIVATE project_options project_qt_options Qt6::Gui Qt6::Widgets)
foreach(scene Demo Cluster)
  add_test(NAME walk.${scene}
    COMMAND Python3::Interpreter "${CMAKE_SOURCE_DIR}/tests/cli/cluster/walk_test.py" "${CMAKE_BINARY_DIR}/cluster-walk-${scene}" ${scene})
  set_tests_properties(walk.${scene} PROPERTIES LABELS window TIMEOUT 900 RUN_SERIAL ON
    ENVIRONMENT "CARDINAL_PROGRAM=$<TARGET_FILE:cardinal>;CARDINAL_WALK_PLUGINS=${CMAKE_CURRENT_BINARY_DIR}/walk;CARDINAL_SOURCE_DIR=${CMAKE_SOURCE_DIR}")
endforeach()
set_tests_properties(walk.Cluster PROPERTIES LABELS "window;cluster")
