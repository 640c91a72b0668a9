# SPDX-License-Identifier: Apache-2.0
cardinal_bench(queues LIBS core_queues core_provider core_sim)
