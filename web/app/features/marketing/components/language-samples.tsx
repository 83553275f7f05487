import { Link } from "react-router";
import { AudioSample } from "./audio-sample.tsx";

export type LanguageSample = {
	to: string;
	name: string;
	lang: string;
	text: string;
	voice: string;
	engine: string;
	basic: boolean;
	src: string;
	seconds: number;
	peaks: number[];
	voiceId: string;
};

/** Samples in several languages, including basic voices. */
export function LanguageSamples({ samples }: { samples: LanguageSample[] }) {
	return (
		<ul className="border-line border-t">
			{samples.map(({ to, name, lang, text, voice, engine, basic, ...sound }) => (
				<li
					key={to}
					className="grid gap-x-8 gap-y-3 border-line border-b py-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
				>
					<div>
						<p className="flex flex-wrap items-baseline gap-x-3">
							<Link
								to={to}
								className="font-medium underline decoration-control underline-offset-4 hover:decoration-ink"
							>
								{name}
							</Link>
							<span className="text-[13px] text-muted">
								{voice}, {engine}
								{basic ? ", basic" : ""}
							</span>
						</p>
						<p lang={lang} className="mt-1 text-[15px] text-muted leading-6">
							{text}
						</p>
					</div>
					<div className="self-center">
						<AudioSample {...sound} title={name} />
					</div>
				</li>
			))}
		</ul>
	);
}
