import { primaryLanguage } from "../text/language.ts";

/** Preview text by language. Written for Timbre: two short sentences that show a voice's pace and pauses. */
const sentences: Record<string, string> = {
	en: "Good morning. Give me a page you have read a hundred times, and I will read it as if it were new.",
	es: "Buenos días. Dame una página que hayas leído cien veces y la leeré como si fuera nueva.",
	fr: "Bonjour. Donnez-moi une page que vous avez lue cent fois, et je la lirai comme si elle était nouvelle.",
	it: "Buongiorno. Dammi una pagina che hai letto cento volte e la leggerò come se fosse nuova.",
	pt: "Bom dia. Dê-me uma página que você já leu cem vezes, e eu a lerei como se fosse nova.",
	hi: "नमस्ते। मुझे कोई भी कहानी दीजिए, मैं उसे नए ढंग से पढ़कर सुनाऊँगी।",
	zh: "早上好。给我一页你读过很多遍的文字，我会把它读得像新的一样。",
	ja: "おはようございます。何度も読んだ物語を、新しい声でお届けします。",
	ar: "صباح الخير. أعطني صفحة قرأتها مئة مرة وسأقرؤها كأنها جديدة.",
	bg: "Добро утро. Дайте ми страница, която сте чели сто пъти, и ще я прочета като нова.",
	cs: "Dobré ráno. Dejte mi stránku, kterou jste četli stokrát, a já ji přečtu jako novou.",
	da: "Godmorgen. Giv mig en side, du har læst hundrede gange, og jeg læser den, som om den var ny.",
	de: "Guten Morgen. Geben Sie mir eine Seite, die Sie hundertmal gelesen haben, und ich lese sie wie neu.",
	el: "Καλημέρα. Δώστε μου μια σελίδα που έχετε διαβάσει εκατό φορές και θα τη διαβάσω σαν καινούργια.",
	fi: "Hyvää huomenta. Anna minulle sivu, jonka olet lukenut sata kertaa, ja luen sen kuin uuden.",
	fil: "Magandang umaga. Bigyan mo ako ng pahinang nabasa mo na, at babasahin ko ito na parang bago.",
	hr: "Dobro jutro. Dajte mi stranicu koju ste čitali sto puta, a ja ću je pročitati kao novu.",
	hu: "Jó reggelt. Adjon egy oldalt, amelyet százszor olvasott, és én úgy olvasom fel, mintha új lenne.",
	id: "Selamat pagi. Beri saya halaman yang sudah sering Anda baca, dan saya akan membacanya seperti baru.",
	ko: "안녕하세요. 여러 번 읽은 글을 주시면 처음 읽는 것처럼 읽어 드리겠습니다.",
	ms: "Selamat pagi. Berikan saya halaman yang sudah kerap anda baca, dan saya akan membacanya seperti baru.",
	nl: "Goedemorgen. Geef me een bladzijde die je honderd keer hebt gelezen, en ik lees haar alsof ze nieuw is.",
	no: "God morgen. Gi meg en side du har lest hundre ganger, og jeg leser den som om den var ny.",
	pl: "Dzień dobry. Daj mi stronę, którą czytałeś sto razy, a przeczytam ją tak, jakby była nowa.",
	ro: "Bună dimineața. Dați-mi o pagină citită de o sută de ori și o voi citi ca și cum ar fi nouă.",
	ru: "Доброе утро. Дайте мне страницу, которую вы читали сто раз, и я прочту её как новую.",
	sk: "Dobré ráno. Dajte mi stránku, ktorú ste čítali stokrát, a ja ju prečítam ako novú.",
	sv: "God morgon. Ge mig en sida som du har läst hundra gånger, så läser jag den som om den vore ny.",
	ta: "காலை வணக்கம். உங்களுக்குப் பிடித்த கதையைத் தாருங்கள், நான் அதைப் புதிதாகப் படிக்கிறேன்.",
	tr: "Günaydın. Bana yüz kez okuduğunuz bir sayfa verin, onu yeniymiş gibi okuyayım.",
	uk: "Добрий ранок. Дайте мені сторінку, яку ви читали сто разів, і я прочитаю її як нову.",
	vi: "Chào buổi sáng. Hãy đưa tôi một trang bạn đã đọc nhiều lần, tôi sẽ đọc nó như mới.",
};

const find = (language: string) => sentences[language] ?? sentences[primaryLanguage(language)];

export const hasPreviewSentence = (language: string): boolean => find(language) !== undefined;

export function previewSentence(language: string): string {
	const sentence = find(language);
	if (sentence === undefined) throw new Error(`no preview sentence for language ${language}`);
	return sentence;
}
