/** What a tab remembers through a reload. A browser that keeps nothing for us forgets, and everything else goes on. */
export function recall(key: string): string | null {
  return unlessBlocked(() => sessionStorage.getItem(key)) ?? null
}

export function rememberInTab(key: string, value: string): void {
  unlessBlocked(() => sessionStorage.setItem(key, value))
}

export function forget(key: string): void {
  unlessBlocked(() => sessionStorage.removeItem(key))
}

function unlessBlocked<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
