/** Something about a report's figures that its reader should know. The code is stable, the message is for people. */
export interface ReportWarning {
  code: string;
  message: string;
  /** How many holdings, days or periods it concerns. */
  count: number;
}
