import { anyone, endpoint, file } from '#contract/endpoint.ts'

export const filesApi = {
  /** Pictures that patrons see without signing in. The id is long and random, and names the content for ever. */
  getFile: endpoint({
    method: 'GET',
    path: '/api/files/{fileId}',
    title: 'A picture',
    access: anyone,
    // Its id names the content for ever.
    shows: [],
    output: file,
  }),
}
