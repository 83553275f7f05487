import { Link } from "react-router";
import { CallToAction, Hero, Prose, Section } from "../components/blocks.tsx";
import { WaveBand } from "../components/wave-band.tsx";
import { absoluteUrl, siteMeta } from "../model/meta.ts";

const description =
	"Timbre is an open-source voice platform you can self-host. Why it exists, what it stands for, and what it is built on.";

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
				title="An open voice platform you run yourself"
				lead="Good text to speech usually means someone else's servers, accounts and prices. Timbre gives you the complete product on hardware you control."
			>
				<WaveBand />
			</Hero>
			<Section id="why" title="Why it exists">
				<Prose>
					<p>
						Good open speech models exist. What was missing is the product around them: an app to write and listen in, a
						history, usage tracking, an API that existing code supports, and a simple way to install it.
					</p>
					<p>
						Timbre is that product. It uses published open models, always shows which one is speaking, and is developed
						in the open.
					</p>
				</Prose>
			</Section>
			<Section id="holds" title="What it stands for">
				<Prose>
					<ul>
						<li>
							<strong>Limits are stated.</strong> Settings that have no effect on a voice are disabled. Languages with
							only a basic voice are labeled basic. Pages about planned features say so at the top.
						</li>
						<li>
							<strong>Figures can be reproduced.</strong> Every number on these pages comes from a command in the
							repository that you can run yourself.
						</li>
						<li>
							<strong>Nothing is charged twice.</strong> You pay for a sentence once, and credits for undelivered audio
							are returned.
						</li>
						<li>
							<strong>No lock-in.</strong> You can download and delete your text, audio and timestamps, and the
							compatible API makes leaving as easy as switching to Timbre.
						</li>
					</ul>
				</Prose>
			</Section>
			<Section id="built" title="What it is built on">
				<Prose>
					<p>
						The voices come from <strong>Kokoro</strong> (Apache 2.0), <strong>Piper</strong> with LibriTTS-R (Apache
						2.0, data under CC BY 4.0) and <strong>espeak-ng</strong> (GPL 3.0). Take check transcribes audio with{" "}
						<strong>Moonshine</strong> and <strong>Whisper</strong> (MIT). PostgreSQL stores all data and Restate runs
						long jobs durably. The rest is TypeScript.
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
						Anyone can run a Timbre server. To find out who operates this one, see the{" "}
						<Link to="/privacy">privacy</Link> page or use the <Link to="/contact-legal">legal contact</Link> form.
					</p>
					<p>
						To work on the software, see <Link to="/careers">how to contribute</Link>.
					</p>
				</Prose>
			</Section>
			<CallToAction
				title="Try it"
				text="Type a sentence and listen. No account needed."
				to="/text-to-speech"
				label="Try text to speech"
			/>
		</>
	);
}
