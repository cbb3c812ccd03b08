/** Rows of the lists of NSE and BSE in the shape in which the exchanges send them. */

const ARCHIVE = 'https://nsearchives.nseindia.com/corporate/xbrl/';

/** A row of `/api/integrated-filing-results`. */
export function integratedRow(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const number = typeof fields['seq_Id'] === 'string' ? fields['seq_Id'] : '97535';
  return {
    attFileSize: null,
    audited: 'Audited',
    broadcast_Date: '31-May-2025 21:33:50',
    cmName: 'Kaveri Flowtech Limited',
    consolidated: 'Consolidated',
    creation_Date: '31-May-2025 21:33:51',
    diff: '00:00:01',
    ixbrl: `https://nsearchives.nseindia.com/corporate/ixbrl/INTEGRATED_FILING_INDAS_${number}_iXBRL_WEB.html`,
    ixbrlFileSize: null,
    pdf_attach: null,
    qe_Date: '31-MAR-2025',
    revised_Date: null,
    revision_Remark: null,
    seq_Id: number,
    smName: 'Kaveri Flowtech Limited',
    symbol: 'KAVFLOW',
    type: 'Integrated Filing- Financials',
    type_Sub: 'Original',
    xbrl: `${ARCHIVE}INTEGRATED_FILING_INDAS_${number}_WEB.xml`,
    xbrlFileSize: null,
    ...fields,
  };
}

/** A row of `/api/corporates-financial-results`. */
export function olderRow(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const number = typeof fields['seqNumber'] === 'string' ? fields['seqNumber'] : '1100085';
  return {
    audited: 'Un-Audited',
    bank: 'N',
    broadCastDate: '04-Feb-2025 17:09:55',
    companyName: 'Kaveri Flowtech Limited',
    consolidated: 'Consolidated',
    cumulative: 'Non-cumulative',
    difference: '00:00:41',
    exchdisstime: '04-Feb-2025 17:10:36',
    filingDate: '04-Feb-2025 17:09',
    financialYear: '01-Apr-2024 To 31-Mar-2025',
    format: 'New',
    fromDate: '01-Oct-2024',
    indAs: 'Ind-AS New',
    industry: '-',
    isin: 'INE0ZZ101011',
    oldNewFlag: 'N',
    params: '',
    period: 'Quarterly',
    reInd: 'N',
    relatingTo: 'Third Quarter',
    resultDescription: null,
    resultDetailedDataLink: null,
    seqNumber: number,
    symbol: 'KAVFLOW',
    toDate: '31-Dec-2024',
    xbrl: `${ARCHIVE}INDAS_${number}.xml`,
    ...fields,
  };
}

/** A row of `/api/corporate-announcements`. */
export function nseAnnouncement(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    an_dt: '21-Aug-2026 12:15:40',
    attFileSize: '412.10 KB',
    attchmntFile: 'https://nsearchives.nseindia.com/corporate/KAVFLOW_21082026121540_PR.pdf',
    attchmntText: 'Kaveri Flowtech Limited has informed the Exchange about Credit Rating',
    bflag: null,
    csvName: null,
    desc: 'Press Release',
    difference: '00:00:01',
    dt: '21082026121540',
    exchdisstime: '21-Aug-2026 12:15:41',
    fileSize: '412.10 KB',
    hasXbrl: true,
    old_new: null,
    orgid: null,
    seq_id: '209900008',
    smIndustry: null,
    sm_isin: 'INE0ZZ101029',
    sm_name: 'Kaveri Flowtech Limited',
    sort_date: '2026-08-21 12:15:40',
    symbol: 'KAVFLOW',
    ...fields,
  };
}

/** A row of BSE's `/BseIndiaAPI/api/AnnSubCategoryGetData/w`. */
export function bseAnnouncement(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    NEWSID: '00000000-0000-4000-8000-000000000001',
    SCRIP_CD: 599901,
    XML_NAME: 'ANN_599901_1',
    NEWSSUB: 'Kaveri Flowtech Ltd - 599901 - Announcement under Regulation 30 (LODR)-Award of Order',
    DT_TM: '2026-08-21T12:16:02.13',
    NEWS_DT: '2026-08-21T12:16:02.13',
    CRITICALNEWS: 0,
    ANNOUNCEMENT_TYPE: 'A',
    QUARTER_ID: null,
    FILESTATUS: 'N    ',
    ATTACHMENTNAME: '00000000-0000-4000-8000-000000000001.pdf',
    MORE: '',
    HEADLINE: 'Order of Rs 214 crore from a public water utility',
    CATEGORYNAME: 'Company Update',
    OLD: 1,
    RN: 1,
    PDFFLAG: 0,
    NSURL: 'https://www.bseindia.com/stock-share-price/kaveri-flowtech-ltd/kavflow/599901/',
    SLONGNAME: 'Kaveri Flowtech Ltd',
    AGENDA_ID: 1,
    TotalPageCnt: 1,
    News_submission_dt: '2026-08-21T12:16:02.13',
    DissemDT: '2026-08-21T12:16:02.13',
    TimeDiff: '00:00:05',
    Fld_Attachsize: 421990,
    SUBCATNAME: 'Award of Order / Receipt of Order',
    AUDIO_VIDEO_FILE: null,
    ...fields,
  };
}
