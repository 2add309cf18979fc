/** English words whose forms no rule of endings brings together: `went=go`. */
export const irregularEnglish = `flies=fly tries=try tried=try cries=cry cried=cry dries=dry dried=dry fries=fry fried=fry skies=sky spies=spy spied=spy using=use went=go gone=go was=be were=be is=be are=be am=be been=be has=have had=have did=do does=do done=do made=make
  took=take taken=take gave=give given=give got=get gotten=get came=come saw=see seen=see knew=know known=know
  thought=think found=find told=tell said=say left=leave felt=feel kept=keep began=begin begun=begin ran=run
  wrote=write written=write ate=eat eaten=eat drank=drink drunk=drink drove=drive driven=drive flew=fly flown=fly
  spoke=speak spoken=speak broke=break broken=break chose=choose chosen=choose bought=buy sold=sell paid=pay
  met=meet sent=send spent=spend built=build lost=lose won=win held=hold brought=bring taught=teach caught=catch
  slept=sleep swam=swim swum=swim rode=ride ridden=ride sang=sing sung=sing wore=wear worn=wear grew=grow grown=grow
  threw=throw thrown=throw fell=fall fallen=fall rose=rise risen=rise rang=ring rung=ring hung=hang froze=freeze
  frozen=freeze shook=shake stood=stand understood=understand heard=hear read=read led=lead fed=feed shot=shoot sat=sit
  became=become meant=mean dealt=deal dreamt=dream learnt=learn burnt=burn lent=lend forgot=forget forgotten=forget
  hid=hide hidden=hide bit=bite stuck=stick struck=strike swore=swear sworn=swear quit=quit cut=cut put=put set=set
  children=child men=man women=woman people=person feet=foot teeth=tooth mice=mouse better=good best=good worse=bad
  worst=bad less=less kids=kid lives=live leaves=leave knives=knife shelves=shelf wives=wife halves=half calves=calf
  loaves=loaf thieves=thief wolves=wolf criteria=criterion analyses=analysis media=media data=data news=news
  dying=die lying=lie tying=tie sped=speed fought=fight sought=seek shrank=shrink shrunk=shrink sank=sink sunk=sink
  drew=draw drawn=draw blew=blow blown=blow woke=wake woken=wake stole=steal stolen=steal tore=tear torn=tear
  laid=lay lay=lie bound=bind wound=wind wept=weep swept=sweep crept=creep bred=breed bled=bleed fled=flee
  bought=buy beaten=beat slid=slide spun=spin swung=swing clung=cling flung=fling dug=dig stung=sting cheaper=cheap faster=fast slower=slow unhappier=unhappy`
