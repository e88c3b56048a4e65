import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#platform/refusals'

// No form of the contract has a tenth of it, and each part costs much more than its bytes.
const mostParts = 100
// As long as any file system allows.
const longestFileName = 255

/**
 * Lets forms in: a body of their fields by name, with one file at the most, as a `File`. They are read as they come, once
 * the caller has been let in, and no further than what the row allows.
 */
export function acceptForms(app: FastifyInstance): void {
  void app.register(multipart, {
    limits: { parts: mostParts, files: 1 },
    // By what it is called and not by what it says to be: a text that is sent as bytes is a text.
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
  })
  // Where forms are read the library has no say, and before the row's own hooks there is nothing to wait for.
  app.addHook('preValidation', (request, reply, done) => {
    if (!request.isMultipart()) return done()
    return readForm(request, reply).then((body) => void (request.body = body))
  })
}

async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<Fields> {
  const { raw } = request
  const largest = request.routeOptions.bodyLimit
  const over = new AbortController()
  try {
    if (Number(request.headers['content-length']) > largest) throw tooLarge()
    // Who has hung up meanwhile says so no second time.
    if (raw.destroyed) throw cutOff()
    const reading = beginReading(request, largest)
    return await Promise.race([reading.fields, troubleOf(raw, largest, reading.steps, over.signal)])
  } catch (error) {
    // What is still to come is of no more use, and ends with the connection.
    raw.unpipe()
    raw.resume()
    reply.header('connection', 'close')
    throw refusalOfForm(error)
  } finally {
    over.abort()
  }
}

// More than the library takes from one step to the next where it waits for nothing but us.
const turnsOfAStep = 10

/**
 * Throws once more has come than there may be: parts, what is around them, all of it. And where the library takes no more,
 * or all has come, and nothing comes of it: forms that are none can make it wait for ever. Of a part whose head has no
 * end it tells nobody, and waits for it to be read.
 */
function troubleOf(raw: Readable, largest: number, steps: () => number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    let length = 0
    const count = (piece: Buffer) => {
      length += piece.length
      if (length > largest) reject(tooLarge())
    }
    const isWaiting = () => !signal.aborted && (raw.readableEnded || raw.isPaused())
    const lookOut = async () => {
      for (let seen = -1; isWaiting();) {
        if (seen === length + steps()) return reject(unreadable())
        seen = length + steps()
        for (let turn = 0; turn < turnsOfAStep; turn++) await setImmediate()
      }
    }
    const watch = () => void lookOut()
    raw.on('data', count).on('pause', watch).on('end', watch)
    signal.addEventListener('abort', () => raw.off('data', count).off('pause', watch).off('end', watch))
  })
}

type Fields = Record<string, unknown>

/** Reads the fields by name, a later one in the place of a former, and counts the steps of it. */
function beginReading(request: FastifyRequest, largest: number) {
  let count = 0
  const step = () => void count++
  const read = async (): Promise<Fields> => {
    const fields: [string, unknown][] = []
    const limits = { fileSize: largest, fieldSize: largest }
    for await (const part of request.parts({ limits })) {
      step()
      if (typeof part.fieldname !== 'string') throw unreadable()
      fields.push([part.fieldname, part.type === 'file' ? await fileOf(part, step) : textOf(part)])
    }
    if (fields.length === 0) throw unreadable()
    return Object.fromEntries(fields)
  }
  return { fields: read(), steps: () => count }
}

/** What says to be JSON would have been parsed already, without the bounds that there are for JSON. */
function textOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (part.mimetype.startsWith('application/json') || typeof part.value !== 'string') throw unreadable()
  return part.value
}

/** A file that stands for its content wherever a body is compared with another: two of them are not alike. */
async function fileOf({ file, filename, mimetype }: MultipartFile, onPiece: () => void): Promise<File> {
  if (!filename) throw invalid('The file has no name.')
  if (filename.length > longestFileName)
    throw invalid(`The name of a file can have ${longestFileName} characters at the most.`)
  const pieces: Buffer<ArrayBuffer>[] = []
  const digest = createHash('sha256')
  for await (const piece of file as AsyncIterable<Buffer<ArrayBuffer>>) {
    onPiece()
    digest.update(piece)
    pieces.push(piece)
  }
  const sum = digest.digest('hex')
  return Object.assign(new File(pieces, filename, { type: mimetype }), { toJSON: () => sum })
}

const unreadable = () => invalid('The form could not be read.')
const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
const cutOff = () => new Refusal(400, 'request_cut_off', 'The request was cut off before its end.')

// What the library refuses by itself, in sentences.
const refusals: Readonly<Record<string, () => Error>> = {
  FST_PARTS_LIMIT: () => invalid('The form has too many parts.'),
  FST_FILES_LIMIT: () => invalid('The form can have one file at the most.'),
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_MP_PREMATURE_CLOSE: cutOff,
  ECONNRESET: cutOff,
}

function refusalOfForm(error: unknown): Error {
  if (error instanceof Refusal) return error
  const refused = refusals[(error as { code?: string }).code ?? ''] ?? unreadable
  return refused()
}
