# SPDX-License-Identifier: Apache-2.0
cardinal_bench(workloads LIBS core_workloads core_provider core_sim)
