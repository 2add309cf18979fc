/** A denial as part of a word, in small letters: `çalışmıyor`. */
export const deniedInside =
  /^.{2,}(?:m[\u0131iu\u00fc]yor|m[ae]z(?:l[ae]r)?|m[ae]d[\u0131i](?:lar|ler|m)?|m[ae]m[\u0131i]\u015f|m[ae]y[ae]cak|m[ae]y[ae]ce\u011f|m[ae]mal[\u0131i]|(?:s[\u0131iu\u00fc]z))(?:.{0,3})$/
