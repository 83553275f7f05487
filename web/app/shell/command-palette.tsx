import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Keyboard, LogOut, type LucideIcon, Monitor, Moon, PenLine, Sun } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { isPickable, useRecentVoices } from "../features/voices/voices.choice.public.ts";
import { voicesQuery, voiceTraits } from "../features/voices/voices.public.tsx";
import { speechPath } from "../lib/redirect.ts";
import { useTheme } from "../lib/theme.ts";
import { allPlaces } from "./navigation-places.ts";
import { type Entry, matching, nextIndex } from "./palette-search.ts";
import { useSignOut } from "./sign-out.ts";
import { takeTypedAhead } from "./typed-ahead.ts";

type Command = Entry & { detail?: string; icon: ReactNode; run: () => void };
type Section = { title: string; commands: Command[] };

const mostVoices = 10;

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; onShortcuts: () => void };

/** Goes to any page, does the few things that belong to none, and opens the voices used last. */
export function CommandPalette({ open, onOpenChange, onShortcuts }: PaletteProps) {
	return (
		<Dialog open={open} onOpenChange={onOpenChange} title="Go to" className="top-[12dvh] max-w-lg translate-y-0">
			<Palette onShortcuts={onShortcuts} onDone={() => onOpenChange(false)} />
		</Dialog>
	);
}

function Palette({ onDone, onShortcuts }: { onDone: () => void; onShortcuts: () => void }) {
	const [typed, setTyped] = useState("");
	const [marked, setMarked] = useState(0);
	const input = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const listId = useId();
	const sections = useSections(typed, onShortcuts);
	const commands = sections.flatMap((section) => section.commands);
	const index = Math.min(marked, Math.max(0, commands.length - 1));
	// After the dialog has given the focus to its first control.
	useEffect(() => {
		const frame = requestAnimationFrame(() => {
			input.current?.focus();
			// At once: the next key is to find it in the field, not to take its place.
			flushSync(() => setTyped(takeTypedAhead()));
		});
		return () => cancelAnimationFrame(frame);
	}, []);
	useEffect(() => {
		list.current?.querySelector(`[data-at="${index}"]`)?.scrollIntoView({ block: "nearest" });
	}, [index]);
	const run = (command: Command | undefined) => {
		if (!command) return;
		// Closed first: the dialog gives the focus back to where it came from, and what is done next may want it elsewhere.
		flushSync(onDone);
		setTimeout(command.run);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Enter") {
			event.preventDefault();
			run(commands[index]);
			return;
		}
		// Home and End belong to the words while there are any.
		if ((event.key === "Home" || event.key === "End") && typed !== "") return;
		const next = nextIndex(event.key, index, commands.length);
		if (next === null) return;
		event.preventDefault();
		setMarked(next);
	};
	return (
		<div className="flex flex-col gap-3 px-px">
			<Input
				ref={input}
				type="text"
				role="combobox"
				aria-label="Go to a page, a voice or an action"
				aria-expanded="true"
				aria-controls={listId}
				aria-autocomplete="list"
				aria-activedescendant={commands.length > 0 ? `${listId}-${index}` : undefined}
				placeholder="Page, voice or action"
				autoComplete="off"
				spellCheck={false}
				value={typed}
				onChange={(event) => {
					setTyped(event.target.value);
					setMarked(0);
				}}
				onKeyDown={onKeyDown}
			/>
			<p role="status" className="sr-only">
				{commands.length === 0 ? "Nothing fits" : `${commands.length} to choose from`}
			</p>
			<div
				ref={list}
				id={listId}
				role="listbox"
				aria-label="Pages, voices and actions"
				tabIndex={-1}
				className="-mx-2 max-h-[min(26rem,55dvh)] overflow-y-auto"
			>
				{sections.map((section) => (
					// biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
					<div key={section.title} role="group" aria-label={section.title} className="pb-2">
						<p aria-hidden="true" className="px-2 py-1.5 font-medium text-muted text-xs">
							{section.title}
						</p>
						{section.commands.map((command) => {
							const at = commands.indexOf(command);
							return (
								<Option
									key={command.id}
									id={`${listId}-${at}`}
									at={at}
									command={command}
									marked={at === index}
									onPoint={() => setMarked(at)}
									onRun={() => run(command)}
								/>
							);
						})}
					</div>
				))}
				{commands.length === 0 ? <p className="py-12 text-center text-muted">Nothing fits. Try fewer words.</p> : null}
			</div>
		</div>
	);
}

type OptionProps = {
	id: string;
	at: number;
	command: Command;
	marked: boolean;
	onPoint: () => void;
	onRun: () => void;
};

function Option({ id, at, command, marked, onPoint, onRun }: OptionProps) {
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above and moves the mark from there
		<div
			id={id}
			data-at={at}
			role="option"
			tabIndex={-1}
			aria-selected={marked}
			onPointerMove={onPoint}
			onClick={onRun}
			className={cn(
				"flex cursor-pointer items-center gap-3 rounded-control px-2 py-2 [&_svg]:size-4 [&_svg]:text-muted",
				marked && "bg-hover",
			)}
		>
			<span className="flex w-5 shrink-0 justify-center">{command.icon}</span>
			<span className="min-w-0 truncate font-medium">{command.label}</span>
			{command.detail ? (
				<span className="ml-auto min-w-0 truncate pl-4 text-[13px] text-muted">{command.detail}</span>
			) : null}
		</div>
	);
}

const pickable = (voices: Voice[]) => voices.filter(isPickable);

/** Without words: the voices used last. With words, voices are looked for among all. */
function useSections(typed: string, onShortcuts: () => void): Section[] {
	const navigate = useNavigate();
	const actions = useActions(onShortcuts);
	const { data: voices = [] } = useQuery({ ...voicesQuery, select: pickable });
	const [recent] = useRecentVoices();
	const searching = typed.trim() !== "";
	const shown = searching ? voices : recent.flatMap((id) => voices.find((voice) => voice.voice_id === id) ?? []);
	const pages = allPlaces.map(({ to, label, icon: Icon, words }) => ({
		id: to,
		label,
		words,
		icon: <Icon aria-hidden="true" />,
		run: () => void navigate(to),
	}));
	const speakers = shown.map((voice) => ({
		id: voice.voice_id,
		label: voice.name,
		words: voiceTraits(voice),
		detail: voiceTraits(voice),
		icon: <VoiceOrb voiceId={voice.voice_id} size={18} />,
		run: () => void navigate(`${speechPath}?voice=${voice.voice_id}`),
	}));
	return [
		{ title: "Pages", commands: matching<Command>(pages, typed) },
		{ title: "Actions", commands: matching<Command>(actions, typed) },
		{
			title: searching ? "Voices" : "Voices used last",
			commands: matching<Command>(speakers, typed).slice(0, mostVoices),
		},
	].filter((section) => section.commands.length > 0);
}

function useActions(onShortcuts: () => void): Command[] {
	const navigate = useNavigate();
	const signOut = useSignOut();
	const [theme, setTheme] = useTheme();
	const action = (id: string, label: string, words: string, Icon: LucideIcon, run: () => void): Command => ({
		id,
		label,
		words,
		icon: <Icon aria-hidden="true" />,
		run,
	});
	const themes = [
		{ value: "light" as const, label: "Use the light theme", icon: Sun },
		{ value: "dark" as const, label: "Use the dark theme", icon: Moon },
		{ value: "system" as const, label: "Use the system's theme", icon: Monitor },
	];
	return [
		action(
			"new-speech",
			"New speech",
			"write compose text",
			PenLine,
			() => void navigate(speechPath, { state: { write: true } }),
		),
		...themes
			.filter(({ value }) => value !== theme)
			.map(({ value, label, icon }) =>
				action(`theme-${value}`, label, "appearance colours", icon, () => setTheme(value)),
			),
		action("shortcuts", "Keyboard shortcuts", "keys help", Keyboard, onShortcuts),
		action("sign-out", "Sign out", "log out leave", LogOut, signOut),
	];
}
