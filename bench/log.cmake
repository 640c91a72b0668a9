# SPDX-License-Identifier: Apache-2.0
cardinal_bench(log LIBS core_service)
