/**
 * Carries out one step of a start or a test run, saying on one line what it is and how long it takes.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 */
export async function step(title, work) {
  const began = Date.now()
  const elapsed = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const isTerminal = process.stdout.isTTY
  const tick = isTerminal
    ? setInterval(() => process.stdout.write(`\r… ${title} ${elapsed()}\x1b[K`), 100)
    : setInterval(() => console.log(`… ${title} ${elapsed()}`), 10_000)
  if (!isTerminal) console.log(`… ${title}`)
  const end = (/** @type {string} */ mark) => {
    clearInterval(tick)
    console.log(`${isTerminal ? '\r' : ''}${mark} ${title} ${elapsed()}${isTerminal ? '\x1b[K' : ''}`)
  }
  try {
    const result = await work()
    end('✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}
