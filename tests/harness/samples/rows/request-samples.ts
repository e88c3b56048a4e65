import { sampleSecret } from '#tests/samples/sample-records.ts'

/** The part of `samples` that is of what patrons send, its files and its sponsors. */
export const requestSamples = {
  getPublicForm: {},
  suggestPatronAddresses: { query: { q: 'Balmain' } },
  startApplication: { body: { Answers: { FirstName: 'Sam' } } },
  identifyMember: { body: { MembershipNumber: '0', BirthDate: '1980-01-01' } },
  sendRenewalLink: { body: { MembershipNumber: '0' } },
  sendRenewalCode: { body: { Secret: sampleSecret, By: 'email' } },
  proveSession: { body: { Secret: sampleSecret, Code: '000000' } },
  openSession: { body: { Secret: sampleSecret } },
  saveSession: { body: { Secret: sampleSecret, Answers: { FirstName: 'Sam' } } },
  submitSession: { body: { Secret: sampleSecret } },
  checkPayment: { body: { Secret: sampleSecret } },
  stopReminders: { body: { Secret: sampleSecret } },
  getTestPayment: {},
  settleTestPayment: { body: { IsPaid: true } },
  addRequestFile: {
    query: { QuestionId: 'sample' },
    body: { FileName: 'Sample.pdf', Content: 'JVBERi0=' },
  },
  getRequestFile: {},
  describeSponsorship: { body: { Secret: sampleSecret } },
  answerSponsorship: { body: { Secret: sampleSecret, IsConfirmed: true } },
} as const
