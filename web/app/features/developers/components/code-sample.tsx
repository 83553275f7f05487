import { Button } from "@timbre/ui/primitives/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { codeSample, type SampleLanguage, sampleLanguages } from "../model/code-samples.ts";
import type { Operation, OperationDetail } from "../model/reference-model.ts";

type CodeSampleProps = {
	operation: Operation;
	detail: OperationDetail;
	language: SampleLanguage;
	onLanguage: (language: SampleLanguage) => void;
};

/** The request in each language. The choice applies to all operations of the page. */
export function CodeSample({ operation, detail, language, onLanguage }: CodeSampleProps) {
	const code = codeSample(language, operation, detail, window.location.origin);
	return (
		<Tabs value={language} onValueChange={(value) => onLanguage(value as SampleLanguage)}>
			<div className="flex items-end justify-between gap-4">
				<TabsList className="flex-1">
					{Object.entries(sampleLanguages).map(([value, label]) => (
						<TabsTrigger key={value} value={value}>
							{label}
						</TabsTrigger>
					))}
				</TabsList>
				<CopyButton key={code} text={code} />
			</div>
			<TabsContent value={language} className="pt-3">
				<Code label={`${sampleLanguages[language]} example`}>{code}</Code>
			</TabsContent>
		</Tabs>
	);
}

/** Scrolls sideways, so it takes focus to be scrolled by keyboard. */
export function Code({ label, children }: { label: string; children: string }) {
	return (
		<section
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
			tabIndex={0}
			className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3"
		>
			<pre className="w-max min-w-full font-mono text-xs leading-5">{children}</pre>
		</section>
	);
}

const copiedMs = 2_000;

function CopyButton({ text }: { text: string }) {
	const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
	useEffect(() => {
		if (state === "idle") return;
		const timer = setTimeout(() => setState("idle"), copiedMs);
		return () => clearTimeout(timer);
	}, [state]);
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => setState("copied"),
			() => setState("failed"),
		);
	return (
		<Button size="small" onClick={() => void copy()}>
			{state === "copied" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
			<span aria-live="polite">
				{state === "copied" ? "Copied" : state === "failed" ? "Couldn't copy" : "Copy code"}
			</span>
		</Button>
	);
}
