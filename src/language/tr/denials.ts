import type { Denials } from '../denials.js'

export const turkish: Denials = {
  words: 'olmadan, yerine',
  verbal: 'değil, yok',
  echoes: 'hiç, asla, hiçbir, hiçbir zaman, kimse, ne de, katiyen',
  except: 'yalnızca değil, sadece değil',
  carriers: 'dir dır',
  inside:
    /^.{2,}(?:m[\u0131iu\u00fc]yor|m[ae]z(?:l[ae]r)?|m[ae]d[\u0131i](?:lar|ler|m)?|m[ae]m[\u0131i]\u015f|m[ae]y[ae]cak|m[ae]y[ae]ce\u011f|m[ae]mal[\u0131i]|(?:s[\u0131iu\u00fc]z))(?:.{0,3})$/,
  opposites: `daha | az
    çok | az
    her | hiç
    herkes | kimse
    kalmalı kalır kalıyor | gitmeli gider gidiyor
    önce | sonra
    erken | geç
    iyi | kötü
    hızlı | yavaş
    büyük | küçük
    ucuz | pahalı
    açık | kapalı
    var | yok`,
}
