const january = { startDate: '2026-01-01T00:00:00Z', endDate: '2026-02-01T00:00:00Z' }
const asCsv = { params: { format: 'csv' } } as const

/** The part of `samples` that is of reports. */
export const reportSamples = {
  listPassesByMember: {},
  exportPassesByMember: asCsv,
  getClosePack: { query: january },
  listCloseTransactions: {
    query: { ...january, account: 'disbursement' },
  },
  listUnmatchedHolds: {},
  listSavedReports: {},
  saveReport: {
    body: {
      Name: 'Sample report',
      Report: 'membership-applications',
      Search: 'rows=50',
      IsShared: false,
      Schedule: 'Never',
    },
  },
  updateSavedReport: { body: { Name: 'Sample report', IsShared: false, Schedule: 'Never' } },
  deleteSavedReport: {},
  getKpi: {},
  sumDisbursementTransactions: {},
  listCardsByMember: {},
  sumCardsByMember: {},
  exportCardsByMember: asCsv,
  listMembershipApplications: {},
  exportMembershipApplications: asCsv,
  listRenewalApplications: {},
  sumRenewalApplications: {},
  exportRenewalApplications: asCsv,
} as const
