/** Relative dates in German, Spanish, French, Japanese and Chinese, at lint and in what is remembered: both ask the same functions. */
import { describe, expect, it } from 'vitest';

import { datedText } from '../../src/core/dated-text.js';
import { relativePhrases } from '../../src/core/relative-phrases.js';
import { DAY_MS } from '../../src/core/units.js';

/** A Sunday. */
const WRITTEN = Date.UTC(2026, 10, 29);

/** Text, and what it becomes; without the second it stays. */
const rows = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [text = '', dated = text] = row.split('→').map((part) => part.trim());
      return [text, dated];
    });

const TABLES: Record<string, [string, string][]> = {
  German: rows(`
    Gestern ist der Deploy gescheitert. → Am 2026-11-28 ist der Deploy gescheitert.
    Der Deploy ist gestern gescheitert. → Der Deploy ist am 2026-11-28 gescheitert.
    Vorgestern haben wir auf pnpm umgestellt. → Am 2026-11-27 haben wir auf pnpm umgestellt.
    Seit gestern ist die Warteschlange voll. → Seit 2026-11-28 ist die Warteschlange voll.
    Wir stellen morgen auf Node 24 um. → Wir stellen am 2026-11-30 auf Node 24 um.
    Übermorgen wird die Datenbank migriert. → Am 2026-12-01 wird die Datenbank migriert.
    Der Index wurde vor drei Tagen neu gebaut. → Der Index wurde am 2026-11-26 neu gebaut.
    Vor einer Woche ist das Zertifikat abgelaufen. → In der Woche vom 2026-11-16 ist das Zertifikat abgelaufen.
    Wir haben vor 2 Monaten Redis entfernt. → Wir haben im Monat 2026-09 Redis entfernt.
    Letzte Woche haben wir Kafka eingeführt. → In der Woche vom 2026-11-16 haben wir Kafka eingeführt.
    In der nächsten Woche wird der Zweig geschnitten. → In der Woche vom 2026-11-30 wird der Zweig geschnitten.
    Seit letzter Woche läuft der Job doppelt. → Seit der Woche vom 2026-11-16 läuft der Job doppelt.
    Letzten Monat ist das Budget verdoppelt worden. → Im Monat 2026-10 ist das Budget verdoppelt worden.
    Nächstes Jahr wird die alte API abgeschaltet. → Im Jahr 2027 wird die alte API abgeschaltet.
    Der Ausfall war letzten Freitag. → Der Ausfall war am 2026-11-27.
    Am kommenden Dienstag wird der Server getauscht. → Am 2026-12-01 wird der Server getauscht.
    Alles muss bis Freitag gemergt sein. → Alles muss bis 2026-12-04 gemergt sein.
    Guten Morgen, die Tests sind rot.
    Der Job läuft jeden Morgen und jeden Freitag bis Montag.
    Das Dashboard zeigt die Daten der letzten Woche.
    Der Cron läuft am Morgen, nicht am Abend.
    Die Rechnungen sind in 30 Tagen fällig.
    Am Freitag wird deployt.
    Der Zweig wurde gestern (2026-11-20) geschnitten.
    Am kommenden Sonntag wird der Server getauscht. → Am 2026-12-06 wird der Server getauscht.
    Alles muss bis Sonntag gemergt sein. → Alles muss bis Sonntag (said on 2026-11-29, a Sunday) gemergt sein.
  `),
  Spanish: rows(`
    Ayer falló el despliegue de la API. → El 2026-11-28 falló el despliegue de la API.
    El despliegue de ayer falló por el token. → El despliegue del 2026-11-28 falló por el token.
    Anteayer se cambió el puerto en el proxy. → El 2026-11-27 se cambió el puerto en el proxy.
    Mañana se migra la base de datos. → El 2026-11-30 se migra la base de datos.
    Pasado mañana se corta la rama. → El 2026-12-01 se corta la rama.
    Hace tres días se rompió el índice. → El 2026-11-26 se rompió el índice.
    Hace dos semanas se cambió el pool en producción. → La semana del 2026-11-09 se cambió el pool en producción.
    La semana pasada migramos la cola a NATS. → La semana del 2026-11-16 migramos la cola a NATS.
    La próxima semana se congela la rama. → La semana del 2026-11-30 se congela la rama.
    El mes pasado se duplicó el presupuesto. → En 2026-10 se duplicó el presupuesto.
    Desde el mes pasado se usa Vault. → Desde 2026-10 se usa Vault.
    El año que viene se apaga la API v1. → En 2027 se apaga la API v1.
    El viernes pasado se cayó el servidor. → El 2026-11-27 se cayó el servidor.
    El próximo martes se cambia el DNS. → El 2026-12-01 se cambia el DNS.
    Todo debe estar fusionado antes del viernes. → Todo debe estar fusionado antes del 2026-12-04.
    El trabajo se ejecuta cada mañana.
    El informe muestra los datos de la semana pasada.
    El cron se ejecuta por la mañana.
    El servicio está caído desde hace tres días.
    El viernes se despliega.
    El próximo domingo se cambia el DNS. → El 2026-12-06 se cambia el DNS.
  `),
  French: rows(`
    Hier, le déploiement a échoué. → Le 2026-11-28, le déploiement a échoué.
    Depuis hier, la file est pleine. → Depuis le 2026-11-28, la file est pleine.
    Avant-hier nous avons changé le port. → Le 2026-11-27 nous avons changé le port.
    Demain nous migrons la base. → Le 2026-11-30 nous migrons la base.
    Après-demain la branche est coupée. → Le 2026-12-01 la branche est coupée.
    L’index a été reconstruit il y a trois jours. → L’index a été reconstruit le 2026-11-26.
    Le certificat a expiré il y a un mois. → Le certificat a expiré en 2026-10.
    La semaine dernière nous avons retiré Redis. → La semaine du 2026-11-16 nous avons retiré Redis.
    La semaine prochaine la branche est gelée. → La semaine du 2026-11-30 la branche est gelée.
    Le mois dernier, le budget a été doublé. → En 2026-10, le budget a été doublé.
    L’année prochaine, l’API v1 sera arrêtée. → En 2027, l’API v1 sera arrêtée.
    Vendredi dernier, le serveur est tombé. → Le 2026-11-27, le serveur est tombé.
    Le DNS est changé mardi prochain. → Le DNS est changé le 2026-12-01.
    Tout doit être fusionné avant vendredi. → Tout doit être fusionné avant le 2026-12-04.
    La branche est gelée jusqu’à vendredi. → La branche est gelée jusqu’au 2026-12-04.
    Il y a trois jours de retard dans le planning.
    Le rapport montre les données de la semaine dernière.
    Le job tourne chaque semaine avant vendredi.
    Vendredi on déploie.
  `),
  Japanese: rows(`
    昨日デプロイが失敗した。 → 2026-11-28デプロイが失敗した。
    一昨日ポートを変更した。 → 2026-11-27ポートを変更した。
    明日データベースを移行する。 → 2026-11-30データベースを移行する。
    明後日ブランチを切る。 → 2026-12-01ブランチを切る。
    3日前にインデックスを再構築した。 → 2026-11-26にインデックスを再構築した。
    二週間前にRedisを外した。 → 2026-11-09の週にRedisを外した。
    先週Kafkaを導入した。 → 2026-11-16の週Kafkaを導入した。
    来週ブランチを凍結する。 → 2026-11-30の週ブランチを凍結する。
    先月に予算が倍になった。 → 2026-10に予算が倍になった。
    来年、古いAPIを止める。 → 2027年、古いAPIを止める。
    先週の金曜日に障害が起きた。 → 2026-11-20に障害が起きた。
    来週の火曜日にDNSを切り替える。 → 2026-12-01にDNSを切り替える。
    金曜日までにすべてマージすること。 → 2026-12-04までにすべてマージすること。
    毎週金曜日までにレポートを送る。
    先週のデータを表示する。
    リリースの3日前に凍結する。
    金曜日にデプロイする。
    先週木曜日に障害が起きた。 → 2026-11-19に障害が起きた。
    今週の木曜日までにマージする。
  `),
  Chinese: rows(`
    昨天部署失败了。 → 2026-11-28部署失败了。
    前天修改了端口。 → 2026-11-27修改了端口。
    明天迁移数据库。 → 2026-11-30迁移数据库。
    后天切分支。 → 2026-12-01切分支。
    三天前重建了索引。 → 2026-11-26重建了索引。
    两周前移除了 Redis。 → 2026-11-09那一周移除了 Redis。
    上周引入了 Kafka。 → 2026-11-16那一周引入了 Kafka。
    下周冻结分支。 → 2026-11-30那一周冻结分支。
    上个月预算翻倍了。 → 2026-10预算翻倍了。
    明年停用旧接口。 → 2027年停用旧接口。
    上周五发生了故障。 → 2026-11-20发生了故障。
    下周二切换 DNS。 → 2026-12-01切换 DNS。
    周五之前必须全部合并。 → 2026-12-04之前必须全部合并。
    每周五之前发送报告。
    显示上周的数据。
    发布前3天冻结。
    周五部署。
    本周四之前必须合并。
    这周四之前必须合并。
  `),
};

describe.each(Object.entries(TABLES))('%s', (_language, table) => {
  it.each(table)('%s', (text, dated) => {
    expect(datedText(text, WRITTEN).text).toBe(dated);
  });

  it('means the same once its dates were written', () => {
    for (const [, dated] of table) expect(datedText(dated, WRITTEN + 40 * DAY_MS).text).toBe(dated);
  });
});

it('leaves words alone that other languages share', () => {
  for (const text of [
    'Goedemorgen, hier is de build.',
    'Hier ist die Datei, die wir nicht brauchen.',
    'The morgen service and hier.ts are used by the API.',
    'Il deploy di domani è nel ramo principale.',
    'The team is in demain.example.org, not in ayer.example.org.',
  ])
    expect(relativePhrases(text, { plans: true })).toEqual([]);
});
