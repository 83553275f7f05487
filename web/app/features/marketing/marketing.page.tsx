import { DropIn, Planned, RunIt } from "./components/sections.tsx";
import { SiteFooter } from "./components/site-footer.tsx";
import { SiteHeader } from "./components/site-header.tsx";
import { Today } from "./components/today.tsx";
import { TryBox } from "./components/try-box.tsx";

const description =
	"Open, self-hosted text to speech. Type a sentence and hear it while it is still being made; run it with two commands; keep the client code you have.";

export const meta = () => [
	{ title: "Timbre - open text to speech you run yourself" },
	{ name: "description", content: description },
	{ property: "og:title", content: "Timbre" },
	{ property: "og:description", content: description },
	{ property: "og:type", content: "website" },
];

export default function MarketingPage() {
	return (
		<div className="text-base leading-[26px]">
			<SiteHeader />
			<main>
				<section className="px-5 pt-16 pb-20 sm:pt-24">
					<div className="mx-auto max-w-3xl text-center">
						<h1 className="text-balance font-serif text-5xl leading-[1.04] tracking-[-0.01em] sm:text-7xl">
							Write something. <em>Hear it.</em>
						</h1>
						<p className="mx-auto mt-6 max-w-xl text-balance text-[17px] text-muted">
							Timbre turns text into speech on a machine of your own. The sound begins while the rest is still being
							made.
						</p>
					</div>
					<TryBox />
				</section>
				<Today />
				<RunIt />
				<DropIn />
				<Planned />
			</main>
			<SiteFooter />
		</div>
	);
}
