import { z } from 'zod'
import { readRequests } from '#contract/access/shared-reads.ts'
import { anyone, endpoint, file } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'

/** Files and photos that are added to a request. */

/** Five megabytes. */
export const largestRequestFile = 5 * 1024 * 1024

export const RequestFile = z.object({ QuestionId: z.string(), FileId: z.string(), Name: z.string() })
export type RequestFile = z.infer<typeof RequestFile>

export const requestFilesApi = {
  addRequestFile: endpoint({
    method: 'POST',
    path: '/api/patron/forms/{form}/sessions/files',
    title: 'Add a file to a request',
    access: anyone,
    recordsItself: true,
    changes: ['request'],
    mostPerMinute: 60,
    opensBy: 'the secret of the session',
    query: z.object({ QuestionId: z.string().min(1).max(40) }),
    // As text a file is a third larger; the rest of the body is small.
    largestBody: Math.ceil((largestRequestFile * 4) / 3) + 4096,
    body: z.object({
      FileName: z.string().max(200),
      /** A PDF, JPEG or PNG; pictures are kept without what a camera wrote into them. */
      Content: z
        .base64(needed('Choose a file.'))
        .max(Math.ceil((largestRequestFile * 4) / 3) + 4, 'The file can have 5 MB at the most.'),
    }),
    output: RequestFile,
  }),
  getRequestFile: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/odma/requests/{sessionId}/files/{requestFileId}',
    title: 'A file that was added to a request',
    access: readRequests,
    leavesEntry: true,
    shows: ['request'],
    output: file,
  }),
}
