// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cardinal {

/// A list whose copies share one block of memory until one of them is changed: 8 bytes where a std::vector has 24, and
/// nothing more for a copy. Used where many objects hold the same short list (labels, containers, tolerations).
///
/// A vector's interface as far as it is used. Every function that is not const first makes the block this list's own,
/// so iterate over what is only read through a const reference. Threads: as a std::vector; copies of one list may be
/// used in different threads at the same time.
template <typename T>
class SharedList {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;
  // NOLINTEND(readability-identifier-naming)

  SharedList() = default;
  SharedList(std::initializer_list<T> items) { append(items.begin(), items.end()); }
  template <typename Iterator, typename = typename std::iterator_traits<Iterator>::iterator_category>
  SharedList(Iterator first, Iterator last) {
    append(first, last);
  }
  SharedList(std::vector<T> items)  // NOLINT(google-explicit-constructor): stands where vectors stood
      : SharedList(std::make_move_iterator(items.begin()), std::make_move_iterator(items.end())) {}

  SharedList(const SharedList& other) noexcept : m_block(other.m_block) {
    if (m_block != nullptr) m_block->users.fetch_add(1, std::memory_order_relaxed);
  }
  SharedList(SharedList&& other) noexcept : m_block(std::exchange(other.m_block, nullptr)) {}
  SharedList& operator=(
      const SharedList& other) noexcept {  // NOLINT(bugprone-unhandled-self-assignment): a copy is taken first
    SharedList(other).swap(*this);
    return *this;
  }
  SharedList& operator=(SharedList&& other) noexcept {
    SharedList(std::move(other)).swap(*this);
    return *this;
  }
  ~SharedList() { release(); }

  void swap(SharedList& other) noexcept { std::swap(m_block, other.m_block); }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return m_block == nullptr ? 0 : m_block->size; }
  std::size_t capacity() const { return m_block == nullptr ? 0 : m_block->capacity; }
  const T* data() const { return m_block == nullptr ? nullptr : m_block->items(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T* cbegin() const { return begin(); }
  const T* cend() const { return end(); }
  const T& operator[](std::size_t index) const { return data()[index]; }
  const T& at(std::size_t index) const {
    if (index >= size()) throw std::out_of_range("SharedList::at");
    return (*this)[index];
  }
  const T& front() const { return *begin(); }
  const T& back() const { return *(end() - 1); }

  T* data() { return makeOwn(), m_block == nullptr ? nullptr : m_block->items(); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  T& operator[](std::size_t index) { return data()[index]; }
  T& front() { return *begin(); }
  T& back() { return *(end() - 1); }

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (size() == capacity() || isShared()) {
      // made before the block moves: the arguments may stand in it
      T item(std::forward<Arguments>(arguments)...);
      moveTo(size() == capacity() ? grown(size() + 1) : capacity());
      return place(std::move(item));
    }
    return place(std::forward<Arguments>(arguments)...);
  }
  void push_back(const T& item) { emplace_back(item); }
  void push_back(T&& item) { emplace_back(std::move(item)); }
  void pop_back() { erase(end() - 1); }

  T* insert(const T* where, T item) {
    const std::ptrdiff_t at = where - std::as_const(*this).begin();
    push_back(std::move(item));
    std::rotate(begin() + at, end() - 1, end());
    return begin() + at;
  }
  template <typename Iterator>
  T* insert(const T* where, Iterator first, Iterator last) {
    const std::ptrdiff_t at = where - std::as_const(*this).begin();
    const std::ptrdiff_t before = static_cast<std::ptrdiff_t>(size());
    append(first, last);
    std::rotate(begin() + at, begin() + before, end());
    return begin() + at;
  }
  /// `first` and `last` may be of before the list became its own.
  T* erase(const T* first, const T* last) {
    const std::ptrdiff_t at = first - std::as_const(*this).begin();
    const std::ptrdiff_t count = last - first;
    if (count == 0) return begin() + at;
    T* const gap = begin() + at;
    std::destroy(std::move(gap + count, end(), gap), end());
    m_block->size -= static_cast<std::uint32_t>(count);
    return gap;
  }
  T* erase(const T* where) { return erase(where, where + 1); }
  void clear() {
    release();
    m_block = nullptr;
  }
  void reserve(std::size_t count) {
    if (count > capacity()) moveTo(count);
  }
  void resize(std::size_t count) {
    if (count < size()) erase(begin() + count, end());
    reserve(count);
    while (size() < count) emplace_back();
  }
  void shrink_to_fit() {
    if (empty())
      clear();
    else if (capacity() > size() && !isShared())
      moveTo(size());
  }
  // NOLINTEND(readability-identifier-naming)

  /// True when both use the same memory (or are both empty): equal without a look.
  bool sharesWith(const SharedList& other) const { return m_block == other.m_block; }

  friend bool operator==(const SharedList& a, const SharedList& b) {
    return a.sharesWith(b) || std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  struct alignas(T) alignas(std::max_align_t) Block {
    std::atomic<std::uint32_t> users{1};
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
    T* items() { return std::launder(reinterpret_cast<T*>(this + 1)); }
  };
  static_assert(alignof(T) <= alignof(std::max_align_t));

  bool isShared() const { return m_block != nullptr && m_block->users.load(std::memory_order_acquire) != 1; }

  static std::size_t grown(std::size_t wanted) { return std::max(wanted, (wanted - 1) * 2); }

  template <typename... Arguments>
  T& place(Arguments&&... arguments) {
    T* const item = std::construct_at(m_block->items() + m_block->size, std::forward<Arguments>(arguments)...);
    ++m_block->size;
    return *item;
  }

  template <typename Iterator>
  void append(Iterator first, Iterator last) {
    if (first == last) return;
    reserve(size() + static_cast<std::size_t>(std::distance(first, last)));
    makeOwn();
    for (; first != last; ++first) place(*first);
  }

  void makeOwn() {
    if (isShared()) moveTo(m_block->size);
  }

  /// Into a block of this list alone; from a shared one the items are copied.
  void moveTo(std::size_t capacity) {
    SharedList next;
    next.m_block = new (::operator new(sizeof(Block) + capacity * sizeof(T))) Block;
    next.m_block->capacity = static_cast<std::uint32_t>(capacity);
    const bool copied = isShared();
    T* const from = m_block == nullptr ? nullptr : m_block->items();
    for (std::size_t i = 0; i < size(); ++i)
      copied ? next.place(std::as_const(from[i])) : next.place(std::move(from[i]));
    swap(next);
  }

  void release() noexcept {
    if (m_block == nullptr || m_block->users.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    std::destroy_n(m_block->items(), m_block->size);
    std::destroy_at(m_block);
    ::operator delete(m_block);
  }

  Block* m_block = nullptr;  ///< null = empty
};

/// Removes the items for which `isUnwanted` holds; how many there were.
template <typename T, typename Predicate>
std::size_t eraseIf(SharedList<T>& list, Predicate isUnwanted) {
  const std::size_t before = list.size();
  list.erase(std::remove_if(list.begin(), list.end(), std::move(isUnwanted)), list.end());
  return before - list.size();
}

}  // namespace cardinal
