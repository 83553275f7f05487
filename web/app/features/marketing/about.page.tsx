import { Link } from "react-router";
import { CallToAction, Hero, Prose, Section } from "./components/blocks.tsx";
import { WaveBand } from "./components/wave-band.tsx";
import { absoluteUrl, siteMeta } from "./marketing.meta.ts";

const description =
	"Timbre is an open, self-hostable voice platform. Why it exists, what it holds to, what it is built on, and what it does not do.";

export const meta = () =>
	siteMeta({
		title: "About Timbre",
		description,
		path: "/about",
		structuredData: [{ "@type": "AboutPage", name: "About Timbre", description, url: absoluteUrl("/about") }],
	});

export default function AboutPage() {
	return (
		<>
			<Hero
				title="A voice should not need permission"
				lead="Turning a text into speech used to need somebody else's computer, account and price list. Timbre is what it looks like when it does not."
			>
				<WaveBand />
			</Hero>
			<Section id="why" title="Why it exists">
				<Prose>
					<p>
						Good open voices exist. What was missing is everything around them: a place to write and listen, a history
						that keeps things, an account of what was used, an interface that programs already know, and a way to start
						it that does not take a week.
					</p>
					<p>
						Timbre is that part. It takes engines others have made and published, says which one is speaking, and builds
						the product around them in the open.
					</p>
				</Prose>
			</Section>
			<Section id="holds" title="What it holds to">
				<Prose>
					<ul>
						<li>
							<strong>It says what it cannot do.</strong> A setting without effect is shown disabled. A language with a
							basic voice is called basic. A page about something that does not exist says so in its first line.
						</li>
						<li>
							<strong>Figures come from commands.</strong> Every number on these pages was measured by a command of the
							repository that you can run.
						</li>
						<li>
							<strong>Nothing is charged twice.</strong> A sentence is paid for once; what was not delivered is given
							back.
						</li>
						<li>
							<strong>What you make is yours to take.</strong> Texts, sound and times can be downloaded and deleted, and
							the API that existing code speaks means that you can leave as easily as you came.
						</li>
					</ul>
				</Prose>
			</Section>
			<Section id="built" title="What it is built on">
				<Prose>
					<p>
						The voices are those of <strong>Kokoro</strong> (Apache 2.0), <strong>Piper</strong> with LibriTTS-R (Apache
						2.0, data under CC BY 4.0) and <strong>espeak-ng</strong> (GPL 3.0). The take check listens with{" "}
						<strong>Moonshine</strong> and <strong>Whisper</strong> (MIT). PostgreSQL keeps the truth, Restate remembers
						which step of a long job is done. The rest is TypeScript.
					</p>
					<p>
						Timbre itself is free software under the AGPL 3.0. It is not affiliated with ElevenLabs, whose API it is
						compatible with.
					</p>
				</Prose>
			</Section>
			<Section id="who" title="Who runs this server">
				<Prose>
					<p>
						Anyone can run Timbre, so this page cannot know who answers to you here. The{" "}
						<Link to="/privacy">privacy</Link> page and the <Link to="/contact-legal">legal contact</Link> are where the
						operator of this server says so.
					</p>
				</Prose>
			</Section>
			<CallToAction
				title="Hear it"
				text="Nothing said here is worth as much as a sentence of your own."
				to="/text-to-speech"
				label="Try text to speech"
			/>
		</>
	);
}
