/** Businesses, and what they say of themselves. */
export const businessSamples = {
  getSupportAccess: {},
  setSupportAccess: { body: { IsReasonAsked: false } },
  beginSupportVisit: { body: { Reason: 'A sample' } },
  listBusinesses: {},
  createBusiness: {
    body: {
      ABN: '51 824 753 556',
      Name: 'Sample Club',
      State: 'ACT',
      Postcode: '2600',
      IsAbnUnconfirmed: true,
    },
  },
  getBusinessSettings: {},
  saveBusinessSettings: { body: { DisplayName: 'Sample Club' } },
  confirmAbn: { body: { ABN: '51 824 753 556' } },
  setBusinessLogo: { body: { imageData: 'iVBORw0KGgo=' } },
  removeBusinessLogo: {},
  getRetention: {},
  previewRetention: { query: { AuditTrail: 12 } },
  saveRetention: {
    body: {
      MessageTexts: 12,
      Messages: 24,
      AuditTrail: null,
      MemberChanges: 36,
      CardChanges: null,
      EventScans: null,
      Visitors: null,
      RequestFiles: null,
      IsShorter: true,
    },
  },
  lookupAbn: { params: { type: 'name' as const }, query: { q: 'club' } },
  setLicence: { params: { licence: 'chat' as const }, body: { Value: true } },
  setTimeZone: { body: { TimeZone: 'Australia/Sydney' } },
}
