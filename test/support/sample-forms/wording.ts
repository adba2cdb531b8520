/** Words that several forms share. */
export const REVENUE = [
  'Revenue Authority of Valmere',
  'Attach to your annual statement. Keep a copy for your records.',
] as const;
export const PERJURY =
  'Under penalty of law I declare that I have examined this return and the schedules that go with it, and that to the best of my knowledge and belief they are true, correct and complete. The declaration of a preparer other than the filer rests on all information of which the preparer has any knowledge.';
export const AUTHORITY = 'Autoridad Tributaria de Valmera';
export const YES_NO = ['Sí', 'No'] as const;
