/** The part of `samples` that is of requests for approval. */
export const approvalSamples = {
  askForApproval: { body: { Act: 'nothing', Params: {}, Body: {}, Reason: 'A sample' } },
  listApprovals: {},
  countApprovals: {},
  approveRequest: {},
  refuseRequest: { body: { Reason: 'A sample' } },
  withdrawRequest: {},
}
