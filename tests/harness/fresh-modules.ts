import { expect, vi } from 'vitest'

// What a page knows, as that its server is away, it knows until it is loaded anew, and it is told so in modules: what one
// file left behind would be the beginning of the next. The server's keep nothing, and are many: they are read once.
// oxlint-disable-next-line vitest/no-standalone-expect -- It claims nothing: it knows which file is begun.
if (expect.getState().testPath?.includes('/web/')) vi.resetModules()
