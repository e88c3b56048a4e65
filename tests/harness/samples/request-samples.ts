import { sampleSecret } from './sample-records.ts'

/** The part of `samples` that is of files and sponsors of requests. */
export const requestSamples = {
  addRequestFile: {
    body: { Secret: sampleSecret, QuestionId: 'sample', FileName: 'Sample.pdf', Content: 'JVBERi0=' },
  },
  getRequestFile: {},
  describeSponsorship: { body: { Secret: sampleSecret } },
  answerSponsorship: { body: { Secret: sampleSecret, IsConfirmed: true } },
}
