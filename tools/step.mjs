const isTerminal = process.stdout.isTTY

/**
 * Carries out one step of a start or a test run, telling how it goes: on one line of a terminal, else now and then.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @param {() => string} [progress] how far the work is
 * @returns {Promise<Result>}
 */
export async function step(title, work, progress = () => '') {
  const began = Date.now()
  const say = (/** @type {string} */ mark, /** @type {string} */ detail, isLast = false) => {
    const line = [mark, title, detail, `${((Date.now() - began) / 1000).toFixed(1)} s`]
      .filter(Boolean)
      .join(' ')
    process.stdout.write(isTerminal ? `\r${line}\x1b[K${isLast ? '\n' : ''}` : `${line}\n`)
  }
  say('…', '')
  const ticking = setInterval(() => say('…', progress()), isTerminal ? 200 : 10_000)
  try {
    const result = await work()
    say('✓', '', true)
    return result
  } catch (error) {
    say('✗', '', true)
    throw error
  } finally {
    clearInterval(ticking)
  }
}
