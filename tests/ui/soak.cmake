# SPDX-License-Identifier: Apache-2.0
# An hour with 200 changes a second; only ./test --all runs it.
add_executable(soak window/soak.cpp "${CMAKE_SOURCE_DIR}/tests/support/churn_source.cpp")
target_link_libraries(soak PRIVATE project_options project_qt_options ui_pages Qt6::Test Qt6::Widgets)
cardinal_use_precompiled(${ui_tests_precompiled} soak)
add_test(NAME soak COMMAND soak)
set_tests_properties(soak PROPERTIES LABELS soak TIMEOUT 5400 ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
