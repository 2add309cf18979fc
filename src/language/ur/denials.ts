import type { Denials } from '../denials.js'

export const urdu: Denials = {
  words: `نہیں, نہ, کبھی نہیں, بغیر, کوئی نہیں, بالکل نہیں, ہرگز نہیں, مت, بجائے, nahi, nahin, nahein`,
  except: 'نہ صرف',
  carriers: 'ہے ہیں تھا تھی تھے hai',
  opposites: `زیادہ | کم
    ہمیشہ | کبھی
    سب | کوئی
    پہلے | بعد
    اچھا اچھی اچھے | برا بری برے
    تیز | سست
    مہنگا مہنگی | سستا سستی
    رہنا | جانا`,
}
