/** Businesses, and what they say of themselves. */
export const businessSamples = {
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
  lookupAbn: { params: { type: 'name' as const }, query: { q: 'club' } },
  setLicence: { params: { licence: 'chat' as const }, body: { Value: true } },
  setTimeZone: { body: { TimeZone: 'Australia/Sydney' } },
}
