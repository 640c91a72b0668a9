# SPDX-License-Identifier: Apache-2.0
cardinal_bench(service LIBS core_service)
