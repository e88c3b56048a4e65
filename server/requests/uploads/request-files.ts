import sql from 'sql-template-tag'
import type { RateLimit } from '#contract/endpoint.ts'
import { isUpload } from '#contract/requests/question-rules.ts'
import {
  largestRequestFile,
  type RequestFile,
  type requestFilesApi,
} from '#contract/requests/request-files.ts'
import { beforehand, type Call, openedBy } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { readPicture } from '#platform/files'
import type { Download } from '#platform/formats'
import { countWithin, networkOf, tooManyAttempts } from '#platform/limits'
import { conflict, invalid, notFound } from '#platform/refusals'
import { findForm, type Form } from '#server/requests/forms'
import { type Session, sessionBySecret, sessionVisibleTo } from '#server/requests/sessions'

type Kept = { readonly type: string; readonly content: Buffer }

// A page that was photographed is still read well, and is small enough to be kept by the thousand.
const pictureSize = { width: 2400, height: 2400 }

// Whoever starts forms by the hundred must not fill the disk with them.
const filesFrom: RateLimit = { kind: 'file from', most: 40, minutes: 60 }

type Adding = typeof requestFilesApi.addRequestFile

/** Adds a file to a session in place of the one that answered the same question. What it is is seen by its content. */
export const addRequestFile = openedBy<Adding, (call: Call<Adding>) => Promise<RequestFile>>(
  async ({ db, params, query, secret }) => {
    const form = await findForm(db, params.form)
    const session = await sessionBySecret(db.forTenant(form.businessId), form.FormId, secret)
    questionToAnswer(form, session, query.QuestionId)
  },
  beforehand<Adding, Kept>(
    async ({ body }) => readUpload(Buffer.from(body.Content, 'base64')),
    async (call, upload): Promise<RequestFile> => {
      const form = await findForm(call.db, call.params.form)
      return call.db.asTenant(form.businessId, async (tx) => {
        const session = await sessionBySecret(tx, form.FormId, call.secret, { isLocked: true })
        const question = questionToAnswer(form, session, call.query.QuestionId)
        const file = upload()
        const subject = networkOf(call.origin.address)
        if (!(await countWithin(tx, { limit: filesFrom, subject }))) throw tooManyAttempts(filesFrom)
        if (question.Kind === 'Photo' && file.type === 'application/pdf')
          throw refused('Choose a photo: a JPEG or a PNG.')
        return keep(tx, session, question.Id, { ...file, name: cleanFileName(call.body.FileName) })
      })
    },
  ),
)

/** The question that a file answers, of what isn't sent yet. */
function questionToAnswer(form: Form, session: Session, questionId: string) {
  if (session.nextStep !== 'User Started')
    throw conflict('session_submitted', 'This has been submitted already and can not be changed any more.')
  const question = form.Questions.find(({ Id, Kind }) => Id === questionId && isUpload(Kind))
  if (!question) throw notFound('The question')
  return question
}

function keep(
  tx: Transaction,
  { sessionId }: Session,
  questionId: string,
  { name, type, content }: Kept & { readonly name: string },
): Promise<RequestFile> {
  return tx.one<RequestFile>(sql`
    insert into request_file (business_id, session_id, question_id, name, type, content)
    values (${tx.businessId}, ${sessionId}, ${questionId}, ${name}, ${type}, ${content})
    on conflict (business_id, session_id, question_id) do update
    set file_id = excluded.file_id, name = excluded.name, type = excluded.type, content = excluded.content,
      added_at = now()
    returning ${fileColumns}`)
}

async function readUpload(upload: Buffer): Promise<Kept> {
  if (upload.length > largestRequestFile) throw refused('The file can have 5 MB at the most.')
  if (upload.subarray(0, 5).toString('latin1') === '%PDF-')
    return { type: 'application/pdf', content: upload }
  const isPicture = [0x89_50, 0xff_d8].includes(upload.length > 1 ? upload.readUInt16BE(0) : 0)
  if (!isPicture) throw refused('The file must be a PDF, a JPEG or a PNG.')
  return readPicture(upload, pictureSize, largestRequestFile)
}

const refused = (sentence: string) => invalid(sentence, { Content: sentence })

/** A name that can be shown and saved under: without paths and what can't be seen. */
function cleanFileName(typed: string): string {
  const name = typed.replaceAll(/[\s\p{C}"\\/]+/gu, ' ').trim()
  return name.slice(0, 100) || 'File'
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

const fileColumns = sql`question_id as "QuestionId", file_id as "FileId", name as "Name"`

/** The files that were added to a session. */
export function filesOf(db: Queries, sessionId: string): Promise<RequestFile[]> {
  return db.rows<RequestFile>(sql`
    select ${fileColumns} from request_file
    where business_id = ${db.businessId} and session_id = ${sessionId} order by question_id`)
}

/** Erases the files of a session but for these. */
export async function forgetFiles(
  tx: Transaction,
  sessionId: string,
  kept: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from request_file
    where business_id = ${tx.businessId} and session_id = ${sessionId} and not file_id = any(${kept})`)
}

/** A file of a request, for those who may see it: to be saved, never shown as a page of ours. */
export async function getRequestFile(call: Call<typeof requestFilesApi.getRequestFile>): Promise<Download> {
  const { db, who, params } = call
  const found = await db.maybe<Kept>(sql`
    select f.type, f.content from request_file f
    join request_session s on s.business_id = f.business_id and s.session_id = f.session_id
    where f.business_id = ${db.businessId} and f.session_id = ${params.sessionId}
      and f.file_id = ${params.requestFileId} and s.deleted_at is null ${sessionVisibleTo(who)}`)
  if (!found) throw notFound('The file')
  // The trail has the name of every file that is taken away: none that an applicant gave it.
  const name = `request-${params.sessionId.slice(0, 8)}-${params.requestFileId.slice(0, 8)}.${endings[found.type]}`
  return { ...found, name }
}
