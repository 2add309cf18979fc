import type { Denials } from '../denials.js'

export const spanish: Denials = {
  words: 'sin, en lugar de, en vez de, apenas',
  verbal: 'no',
  echoes: 'nunca, jamás, nadie, nada, ningún, ninguna, ninguno, ni, tampoco, de ninguna manera',
  except: 'no solo, no sólo, no solamente, nada más que',
  carriers: 'es está son ha han puede pueden debe va un una',
  opposites: `más | menos
    mucho mucha muchos muchas | poco poca pocos pocas
    siempre | nunca
    todo todos todas | nada nadie
    quedarse queda quedar | irse va ir
    con | sin
    antes | después
    mejor | peor
    mayor | menor
    sube subir | baja bajar
    temprano | tarde
    abre abrir abierto | cierra cerrar cerrado
    gana | pierde
    compra | vende
    acepta | rechaza`,
}
