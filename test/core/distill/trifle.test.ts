/** What no door saves: thanks and consent in ten languages, beside sentences that begin with them and say something. */
import { describe, expect, it } from 'vitest';

import { trifle } from '../../../src/core/distill/trifle.js';

describe('courtesies', () => {
  it.each([
    'Thanks a lot for the help today!',
    'ok great, thank you so much everyone',
    'Vielen Dank für deine Hilfe!',
    'Alles klar, danke dir, das passt so.',
    'Herzlichen Dank für die schnelle Antwort heute',
    'Merci beaucoup pour ton aide !',
    'Super, merci pour votre travail aujourd’hui.',
    'D’accord, merci beaucoup, c’est parfait.',
    'Muchas gracias por tu ayuda, perfecto.',
    'Vale, muchísimas gracias por todo.',
    'Muito obrigado pela ajuda!',
    'Perfeito, muito obrigada por tudo.',
    'Grazie mille per l’aiuto!',
    'Va bene, grazie mille, perfetto così.',
    'Hartelijk dank voor je hulp!',
    'Dank je wel, dat is perfect.',
    '非常感谢你的帮助！太好了，辛苦了。',
    '好的，谢谢你，没问题，继续。',
    'ありがとうございます。助かりました。',
    '了解しました。ありがとうございます。',
    '도와주셔서 정말 감사합니다!',
    '네, 알겠습니다. 감사합니다. 😀',
    'Thanks a lot, that was really great work!',
    'Perfect, that looks good to me now!',
    'Good morning, how are you doing today?',
    'Hello there, nice to meet you again!',
    "Sounds good, let's do that then.",
    'Okay, go ahead and do it please.',
    'Yes please, do it with the next step.',
    'See you tomorrow, have a nice evening!',
    'Vielen Dank, das war wirklich super Arbeit!',
    "Merci beaucoup, c'est vraiment parfait !",
    '¡Muchas gracias, todo está perfecto!',
  ])('are small talk: %s', (text) => {
    expect(trifle(text)).toBe('It is small talk.');
  });

  it.each([
    'Danke, aber die Migration muss vor dem Deploy laufen.',
    'Merci de toujours lancer les tests avant de commiter.',
    'Gracias, la caché de Redis caduca a los cinco minutos.',
    'Obrigado, o deploy usa a branch release/2.',
    'Grazie, il database di staging è in sola lettura.',
    'Bedankt, de build gebruikt Node 22 en pnpm.',
    '谢谢，部署前必须先运行数据库迁移。',
    'ありがとうございます。デプロイの前にマイグレーションを実行してください。',
    '감사합니다. 배포 전에 마이그레이션을 실행하세요.',
    'No, use pnpm instead of npm here.',
    'Continue to run the linter before each commit.',
    'Thanks, that was really the proxy at work.',
    'Yes, do it on Fridays only.',
    'Good, but not with the staging data.',
    'Please do the meeting notes in German.',
    'No meeting on this day, next week.',
    'This job is at work at night.',
    'Danke, das war wirklich die Firewall.',
    'Perfecto, pero todo está en Vault.',
  ])('that something follows are none: %s', (text) => {
    expect(trifle(text)).toBeUndefined();
  });

  it('are read at once, whatever they repeat', () => {
    expect(trifle(`${'gracias por '.repeat(14)}x y z`)).toBeUndefined();
    expect(trifle(`${'ありがとう'.repeat(30)}x`)).toBeUndefined();
  });
});

it.each([
  ['a laugh', '哈哈', '他把接口改成了 gRPC'],
  ['consent', '嗯', '接口改成了 gRPC'],
  ['thanks', '谢谢', '接口改成了 gRPC'],
  ['thanks in Korean', '네네 감사합니다 ', '서버는 포트'],
  ['dots', 'ok . . . ', 'the gateway drops frames'],
  ['words', 'ok thanks good ', 'the gateway drops frames'],
])('%s again and again before a fact is read in no time that grows with it', (_, said, fact) => {
  const again = said.repeat(Math.floor(150 / said.length));
  expect(trifle(again + fact)).toBeUndefined();
  expect(trifle(again)).toBeDefined();
});
