import type { Language } from '../language.js'
import { romanceStem } from '../stems.js'

export const es = {
  code: 'es',
  functionWords: `el la los las un una unos unas de del al a en con por para sin sobre entre desde hasta y e o u pero si que quien como cuando donde porque también ya aún todavía más menos muy mucho mucha poco tanto así solo sólo
  me te se le les lo nos os yo tú él ella ellos ellas nosotros usted su sus mi mis tu tus es son era eran ser sido fue fueron está están estaba estar ha han he había hay haber tiene tener tenía hace hacer hizo va ir
  este esta estos estas ese esa esos esas aquel eso esto hoy ayer mañana cada todo todos toda todas siempre ahora nuevo nueva nuevos nuevas semana semanas día días mes meses año años dijo dice casi unos`,
  cues: {
    no: `no, nunca, jamás, nadie, nada, ningún, ninguna, ninguno, sin, ni, tampoco, en absoluto, para nada`,
    shun: `evita, evitar, rechaza, ignora, omite, se niega a, rehúye, renuncia a`,
    contrary: `nada en contra, ningún problema con, ninguna duda, no le importa, no le molesta, ninguna objeción`,
    ceased: `ya no, no _ más, dejó de, ha dejado de, dejado de, dejado, abandonó, abandonado, canceló, cancelado, renunció, terminó, vendió, vendido, nunca más, cesó, dio de baja, suprimió, eliminó, interrumpió, dejó, suspendido`,
    changed: `se mudó, mudó, mudado, cambió, cambiado, cambia, pasó, pasado, ascendido, ascendida, ascendió, se casó, casó, casado, casada, reemplazó, reemplazado, sustituyó, sustituido, en lugar de, en vez de, migró, migrado, trasladó, trasladado, divorciado, divorció, convertido, convirtió, se ha vuelto, se volvió`,
    adjusted: `aumentó, aumentado, subió, subido, creció, crecido, redujo, reducido, bajó, bajado, disminuyó, recortó, recortado, prolongó, aplazó, aplazado, pospuso, retrasó, retrasado, adelantó, adelantado, duplicó, amplió, ampliado, se movió`,
    now: `ahora, actualmente, hoy en día, desde, a partir de, últimamente, recientemente, de momento, desde entonces, en adelante`,
    still: `todavía, aún, sigue, como siempre, como de costumbre, otra vez, de nuevo, continúa, igual que antes, permanece`,
    past: `de niño, de niña, de pequeño, de pequeña, hace años, hace muchos años, de joven, de estudiante, en su juventud, antaño, en el pasado, cuando era, hace diez años, en la universidad`,
    temporary: `solo esta semana, sólo esta semana, esta semana, temporalmente, por ahora, de vacaciones, durante sus vacaciones, solo hoy, la próxima semana, provisionalmente, por unos días, excepcionalmente`,
    once: `una vez, ayer, hoy, esta mañana, anoche, la semana pasada, el lunes, el martes, el miércoles, el jueves, el viernes, el sábado, el otro día, esta vez`,
    hedge: `quizá, quizás, tal vez, puede que, podría, parece, al parecer, probablemente, un poco, algo menos, no del todo, no siempre, en parte, sentimientos encontrados, a veces, duda, menos seguro, menos segura, de vez en cuando, menos convencido, menos convencida`,
    exception: `excepto, salvo, a menos que, con excepción, excepción, aparte de, menos cuando, pero no, con la excepción`,
    ask: `?, preguntar, preguntarle, tengo que preguntar, pregunta, si prefiere, previsto, planeado, por hacer, pendiente, averiguar, asistirá, encuesta, comprobar si, por confirmar`,
    rumour: `se dice, rumor, rumores, supuestamente, presuntamente, no confirmado, sin confirmar, alguien dijo, según dicen, dicen que`,
    mistaken: `error, equivocado, me equivoqué, en realidad, no es verdad, no es cierto, me corrigió, corrigió, desde siempre, malentendido`,
    habit: `normalmente, generalmente, suele, por lo general, habitualmente, tiende, por regla general`,
    every: `siempre, cada, todos, todas, todo, toda, constantemente, cada vez, sin excepción, continuamente, a diario`,
    most: `casi siempre, casi todos, casi todas, casi cada, la mayoría, normalmente, por lo general, la mayor parte, suele`,
    often: `a menudo, con frecuencia, frecuentemente, regularmente, muchas veces, muchos`,
    some: `a veces, algunos, algunas, de vez en cuando, no siempre, no todos, alguna vez`,
    few: `rara vez, raramente, casi nunca, pocos, pocas, apenas`,
    none: `nunca, jamás, nadie, ninguno, ninguna, ni una sola vez`,
    from: `de, del, desde`,
    to: `a, al, en, hacia`,
  },
  opposites: `liking: gusta ama encanta adora aprecia disfruta gustan encantan | odia detesta disgusta aborrece
  rápido rápida veloz | lento lenta
  caro cara costoso | barato barata económico
  silencioso tranquilo tranquila calmado paciente relajado | ruidoso ruidosa nervioso nerviosa estresado impaciente ansioso
  grande enorme | pequeño pequeña
  bueno buena excelente estupendo | malo mala pésimo pésima terrible
  fácil sencillo sencilla simple | difícil complicado complicada
  fiable estable confiable | inestable poco-fiable
  puntual | tarde impuntual retraso
  contento contenta satisfecho satisfecha feliz | descontento insatisfecho insatisfecha infeliz decepcionado decepcionada
  confía confianza | desconfía duda
  seguro segura | inseguro peligroso
  caliente cálido | frío fría
  temprano pronto | tarde
  útil | inútil
  generoso generosa | tacaño tacaña
  ordenado ordenada limpio | desordenado desordenada sucio
  amable cortés | grosero antipático
  corto corta breve | largo larga
  solo sola | juntos grupo
  miedo teme | valiente
  coche auto carro automóvil
  reunión reuniones encuentro
  trabajo empleo trabaja
  piso apartamento
  médico doctor
  móvil teléfono`,
  states: `vive reside piso > mudó! mudado! trasladó! trasladado!
  trabaja empleado empleada > dimitió! despedido! despidieron! renunció! dejó
  soltero soltera prometido prometida > casó! casado! casada! boda!
  casado casada > divorció! divorciado! divorciada!
  estudia estudiante aprende > graduó! graduado! aprobó!
  conduce coche moto > vendió! vendido!
  fuma > dejó! dejado!
  becario becaria asistente analista auxiliar > ascendió! ascendido! ascendida!
  beta pruebas > lanzó! lanzado! publicó!`,
  good: `bueno buena excelente rápido fiable estable seguro fácil contento contenta satisfecho satisfecha feliz gusta encanta ama aprecia elogió agradeció agradecido entusiasmado perfecto amable puntual útil prefiere cómodo mejor`,
  bad: `malo mala pésimo pésima terrible lento inestable peligroso difícil complicado insatisfecho infeliz odia detesta quejó queja problema problemas error errores fallo falló caída retraso retrasos decepcionado caro ruidoso nervioso`,
  classes: { of: 'de' },
  numbers: `cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 veinte=20 treinta=30 cuarenta=40 cincuenta=50 cien=100 mil=1000`,
  months: `enero=1 febrero=2 marzo=3 abril=4 mayo=5 junio=6 julio=7 agosto=8 septiembre=9 octubre=10 noviembre=11 diciembre=12`,
  units: `euro=money euros=money dólar=money dólares=money pesos=money segundo=second segundos=second minuto=minute minutos=minute hora=hour horas=hour día=day días=day semana=week semanas=week mes=month meses=month año=year años=year kilo=kilo kilos=kilo`,
  irregular: 'té=té',
  clauseWords: `pero aunque mientras porque sino que`,
  stem: romanceStem,
} as const satisfies Language
