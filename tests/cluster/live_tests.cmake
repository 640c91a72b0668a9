# SPDX-License-Identifier: Apache-2.0
# The client of core/kube and the live source: against the real API server, and against a scripted one for what no real one does.
cardinal_gtest(transport_test LABEL cluster SOURCES live/transport_test.cpp LIBS core_kube test_support)
cardinal_cluster_gtest(live_source_test SOURCES live/live_source_test.cpp LIBS core_service)
cardinal_cluster_gtest(live_extras_cluster_test SOURCES live/live_extras_test.cpp LIBS core_service test_support)
cardinal_cluster_gtest(plugin_cluster_test SOURCES live/plugin_test.cpp LIBS core_service test_support)
cardinal_cluster_gtest(rights_cluster_test SOURCES live/rights_test.cpp LIBS core_service)
cardinal_cluster_gtest(log_cluster_test SOURCES live/log_test.cpp LIBS core_service test_support)
cardinal_cluster_gtest(rules_cluster_test SOURCES live/rules_test.cpp LIBS core_alloc core_service)
cardinal_cluster_gtest(dra_cluster_test SOURCES live/dra_cluster_test.cpp LIBS core_alloc core_service)
cardinal_gtest(write_rules_test LABEL cluster SOURCES live/write_rules_test.cpp LIBS core_service test_support)
cardinal_gtest(live_fault_test LABEL cluster SOURCES live/live_fault_test.cpp LIBS core_service test_support)
cardinal_gtest(newer_server_test LABEL cluster SOURCES live/newer_server_test.cpp LIBS core_service test_support)
# Metrics: a real Prometheus (metrics_stage.py), directly and through the API server.
find_package(nlohmann_json REQUIRED)
cardinal_cluster_gtest(metrics_test CLUSTER cluster.plans SOURCES live/metrics_test.cpp LIBS core_service nlohmann_json::nlohmann_json)
# Plans whose network fails at random; the printed seed makes the same choices again.
cardinal_cluster_gtest(plan_fault_test CLUSTER cluster.plans SOURCES live/plan_fault_test.cpp LIBS core_service test_support)
if(CARDINAL_BUILD_UI)  # the program comes with it
  add_test(NAME cluster.waste
    COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/waste_test.py" "${CMAKE_BINARY_DIR}/cluster-waste" "$<TARGET_FILE:cardinal>")
  set_tests_properties(cluster.waste PROPERTIES LABELS cluster TIMEOUT 240)
endif()
# Faults of docs/faults.md through the fault proxy.
cardinal_cluster_gtest(fault_test CLUSTER cluster.faults
  SOURCES live/fault_connection_test.cpp live/fault_list_test.cpp live/fault_trust_test.cpp live/fault_write_test.cpp live/format_test.cpp
          live/generations_test.cpp live/recovery_test.cpp live/streams_test.cpp
  LIBS core_service test_support)
