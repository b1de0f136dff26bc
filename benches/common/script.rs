//! Parts of the words of each language: the most common words, on which detection and stop words depend, and typical
//! syllables.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    English,
    French,
    Russian,
    Chinese,
}

impl Script {
    pub(crate) const ALL: [Self; 4] = [Self::English, Self::French, Self::Russian, Self::Chinese];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::French => "french",
            Self::Russian => "russian",
            Self::Chinese => "chinese",
        }
    }

    /// Most common words, in descending order.
    pub(crate) const fn first_words(self) -> &'static str {
        match self {
            Self::English => ENGLISH,
            Self::French => FRENCH,
            Self::Russian => RUSSIAN,
            Self::Chinese => CHINESE,
        }
    }

    /// First, middle and last parts of longer words.
    pub(crate) const fn parts(self) -> [&'static str; 3] {
        match self {
            Self::English => ENGLISH_PARTS,
            Self::French => FRENCH_PARTS,
            Self::Russian => RUSSIAN_PARTS,
            Self::Chinese => [CHINESE_SIGNS; 3],
        }
    }
}

const ENGLISH: &str = "the of and to a in that is was he for it with as his on be at by i this had not are but from or \
    have an they which one you were her all she there would their we him been has when who will more no if out so said \
    what up its about into than them can only other new some could time these two may then do first any my now such \
    like our over man me even most made after also did many before must through back years where much your way well \
    down should because each just those people mr how too little state good very make world still own see men work \
    long get here between both life being under never day same another know while last might us great old year off \
    come since against go came right used take three states himself few house use during without again place around \
    however home small found mrs thought went say part once general high upon school every don't united number does \
    got left until always away something fact though water less public put think almost hand enough far took head yet \
    government system better set told nothing night end why called didn't eyes find going look asked later knew \
    point it's next program city business give group toward young days let room word children give side social \
    present several order national possible rather second face per among form important often things looked early \
    white case large need big four within felt children along saw best church ever least power development light \
    thing seemed family interest want members mind country area others done turned although open god service certain \
    kind problem began different door thus help sense means whole matter can't wasn't o'clock that's i'm";
const ENGLISH_PARTS: [&str; 3] = [
    "st ra lo min ter car be pre con dis port gra ven sil mo un fer lan tu ple sh th wh ch br cl dr fl gr pl pr str sp \
     tr sw in en ex re de per for over out mis sub man hand work land ward head light wood stone bur har wil mar dun \
     ken bel cor pen sal tem wes nor sou eas hol lin tan rob per hen ed al am ar be bo ca co da do fa fi ga go ha hi",
    "a e i o ea ou ai er or ar en in on an al el il at it et is us ess ast ist end and ing ong ick ack ock ain ein all \
     ell ill ard ord ert ort ant ent int ment form fort tain ver ther ter der ber ner ler mer ger ker ster ple ble gle \
     igh ough ate ite ute ade ide ode ame ime ome ale ile ole are ire ore ave ive ove",
    "s ed ing ly er tion ness ment al y e t d n le el en on est ous ful less able ity ance ence ism ist ward ship hood \
     th ght ck ll rd st nd r th ers ings tions s ed ing ly er",
];

const FRENCH: &str = "de la le et les des en un une du que est dans qui par pour au il sur pas plus ce ne se sont avec \
    son ont ou été mais à comme on tout nous sa elle aux était fait être même ces deux leur sans cette je entre ses si \
    peut après lui bien vous aussi leurs encore ainsi très où autres faire depuis avant cela notre dont avait moins \
    années alors temps jour non année donc toujours grand quand elles contre pays tous trois dit peu peuvent selon \
    premier première vie sous autre homme doit monde fois ils mon quelques jusqu'à c'est d'une d'un n'est l'autre \
    qu'il partie lors toutes chez celui nouveau ville celle pendant plusieurs vers ici rien petit chaque ni trop père \
    mère déjà femme enfants soit voir mieux français française grande politique point aujourd'hui quatre dernier \
    étaient avoir travail moment maison car nom jamais personne mort fut nombre beaucoup eau place groupe quelque \
    problème général ensuite lieu côté effet guerre gouvernement président certains mois loi cas";
const FRENCH_PARTS: [&str; 3] = [
    "pro con dé ré pré com par per sou sur en em in im ex é a mar bou cha che cou gra fleu mon pla ter ven vill jour \
     lou man nou pou rou sau tou vou beau feu bel car dou fran gar han jar lam mou nat ob pas qui rai sai tra vau",
    "a e i o ou an en in on ai oi au eau eu er ar or ir el al il it et at ist ant ent ment tion ssion ille elle ette \
     enne onne age ure ère ène ité mér tér gén mon ter ver tour port form serv prés vent cour",
    "e es er é ée és ant ent ment tion tions eur euse eux ique iste isme age aire oire ité té ette elle el al ale aux \
     ier ière eau oir ais ait aient ons ez s t",
];

const RUSSIAN: &str = "и в не на что я он с как это по но они к у из за вы так же от все его то бы до для мы о было \
    она их был только ещё мне её уже или ты если когда нет ему при быть чтобы во даже раз кто сам там где нас вот \
    меня были надо под можно была после время может без себя со чем этого более тут через этот будет очень году \
    человек который которые которая потом один два где-то ничего себе того теперь люди день лет тоже между жизнь \
    перед другой другие первый нельзя такой такие том этом этой сейчас здесь однако также почти много всегда всех \
    всего дело дома город страна россии мира работа слово место лицо друг глаз сторона вопрос конец часть земля \
    стал стала сказал говорил знал думал видел хотел пошёл пришёл взял большой новый последний хороший свой своей \
    своего нашей наш чего него неё ней ним них тогда потому какой такое именно лишь пока несколько сразу рядом около \
    кроме вместе против среди является стороны образом случае власти общества развития системы";
const RUSSIAN_PARTS: [&str; 3] = [
    "по ра про при пере на за вы от об под без рас вос из со до раз не пре го ло ста ни ве кра рос ме ход сту дар \
     мор зем вод лес свет род мир дом сло дел вер тру бор кол пол сел хол чер бел сер зол гор мол стар нов мал",
    "а о е и у ы ол ор ел ер ал ар ен ин он ан ов ев ав ив ик ок ек ост ест ист ств тел ник щик ль нь ть рь вод вед \
     каз пис чит раб ход нос вез лет кор мен тор лож ров рав нят сто яв ым ющ ящ вш нн",
    "а о ы и ов ами ах ый ая ое ые ого ому ыми ить ать еть ение ания ости ость ство ник ный ная ное ной ных ся лся \
     лась ет ит ют ят ешь ем им л ла ло ли ть й я е ю",
];

const CHINESE: &str = "的 是 在 了 和 不 我们 他们 一个 有 这个 也 就 人 都 说 对 而 上 中国 以 为 之 与 等 到 年 会 可以 没有 自己 \
    大 他 我 这 那 她 它 从 被 把 但是 因为 所以 如果 什么 怎么 时候 现在 已经 还是 问题 工作 发展 社会 经济 国家 \
    今天 城市 历史 天气 音乐 火车 时间 世界 文化 朋友 医院 电影 图书馆 老师 研究 计划 河流 市场 学校 学生 政府 \
    企业 技术 管理 进行 通过 方面 主要 重要 情况 关系 生活 北京 上海 开始 认为 需要 使用 其中 由于 成为 以及 两个 \
    第一 很多 非常 知道 看到 觉得 可能 应该 出来 起来 地方 东西 孩子 父亲 母亲 先生 先后 同时 之后 以前 以后";
const CHINESE_SIGNS: &str = "天 地 山 水 火 木 金 土 日 月 星 风 雨 雪 云 花 草 树 林 森 江 河 湖 海 洋 石 田 园 路 桥 车 船 马 牛 羊 \
    鱼 鸟 虫 手 足 口 目 耳 心 头 面 身 体 力 气 血 生 死 老 少 男 女 父 母 子 孙 兄 弟 姐 妹 友 师 王 民 国 家 城 市 乡 村 \
    门 户 房 屋 室 书 画 文 字 言 语 诗 歌 音 乐 学 校 教 育 科 技 工 业 农 商 军 政 法 律 经 济 财 产 金 银 钱 价 值 高 低 长 \
    短 大 小 多 少 新 旧 早 晚 前 后 左 右 内 外 东 西 南 北 春 夏 秋 冬 红 黄 蓝 白 黑 青 光 明 暗 电 机 器 具 食 饭 菜 茶 酒 \
    衣 服 布 纸 笔 刀 枪 战 争 和 平 安 全 危 险 医 药 病 院 建 设 造 制 作 用 开 关 出 入 进 退 来 去 走 跑 飞 行 动 静 思 想 \
    情 感 爱 恨 喜 怒 哀 笑 哭 听 看 见 闻 问 答 说 话 谈 论 写 读 记 忘 知 识 认 信 念 道 理 德 义 礼 智 勇 仁 善 恶 美 丑 真 假";
