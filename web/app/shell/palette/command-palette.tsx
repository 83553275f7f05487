import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Keyboard, LogOut, type LucideIcon, Monitor, Moon, PenLine, Sun } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { editPath, historySearchQuery } from "../../features/history/history.search.public.ts";
import { isSelectable, useRecentVoices } from "../../features/voices/voices.choice.public.ts";
import { voicesQuery, voiceTraits } from "../../features/voices/voices.public.ts";
import { useDebouncedValue } from "../../lib/forms/use-debounced-value.ts";
import { useTheme } from "../../lib/page/theme.ts";
import { speechPath } from "../../lib/session/redirect.ts";
import { ago, counted } from "../../lib/text/format.ts";
import { allItems } from "../navigation/navigation-items.ts";
import { useSignOut } from "../session/sign-out.ts";
import { takeKeystrokeBuffer } from "./keystroke-buffer.ts";
import { type Entry, nextIndex, searchEntries } from "./palette-search.ts";

type Command = Entry & { detail?: string; icon: ReactNode; run: () => void };
type Section = { title: string; commands: Command[] };

const maxVoices = 10;
const searchDelayMs = 200;

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; onShortcuts: () => void };

/** Opens any page, runs global actions and opens recently used voices. */
export function CommandPalette({ open, onOpenChange, onShortcuts }: PaletteProps) {
	return (
		<Dialog open={open} onOpenChange={onOpenChange} title="Search" className="top-[12dvh] max-w-lg translate-y-0">
			<Palette onShortcuts={onShortcuts} onDone={() => onOpenChange(false)} />
		</Dialog>
	);
}

function Palette({ onDone, onShortcuts }: { onDone: () => void; onShortcuts: () => void }) {
	const [typed, setTyped] = useState("");
	const [selected, setSelected] = useState(0);
	const input = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const listId = useId();
	const sections = useSections(typed, onShortcuts);
	const commands = sections.flatMap((section) => section.commands);
	const index = Math.min(selected, Math.max(0, commands.length - 1));
	// Runs after the dialog has focused its first control.
	useEffect(() => {
		const frame = requestAnimationFrame(() => {
			input.current?.focus();
			// Synchronously, so the next keystroke is appended instead of replacing the text.
			flushSync(() => setTyped(takeKeystrokeBuffer()));
		});
		return () => cancelAnimationFrame(frame);
	}, []);
	useEffect(() => {
		list.current?.querySelector(`[data-at="${index}"]`)?.scrollIntoView({ block: "nearest" });
	}, [index]);
	const run = (command: Command | undefined) => {
		if (!command) return;
		// Close first: the dialog restores focus on close, and the command may move it elsewhere.
		flushSync(onDone);
		setTimeout(command.run);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Enter") {
			event.preventDefault();
			run(commands[index]);
			return;
		}
		// With text in the field, Home and End move the text cursor.
		if ((event.key === "Home" || event.key === "End") && typed !== "") return;
		const next = nextIndex(event.key, index, commands.length);
		if (next === null) return;
		event.preventDefault();
		setSelected(next);
	};
	return (
		<div className="flex flex-col gap-3 px-px">
			<Input
				ref={input}
				type="text"
				role="combobox"
				aria-label="Search pages, voices, history and actions"
				aria-expanded="true"
				aria-controls={listId}
				aria-autocomplete="list"
				aria-activedescendant={commands.length > 0 ? `${listId}-${index}` : undefined}
				placeholder="Search pages, voices, history and actions"
				autoComplete="off"
				spellCheck={false}
				value={typed}
				onChange={(event) => {
					setTyped(event.target.value);
					setSelected(0);
				}}
				onKeyDown={onKeyDown}
			/>
			<p role="status" className="sr-only">
				{commands.length === 0 ? "No results" : counted(commands.length, "result")}
			</p>
			<div
				ref={list}
				id={listId}
				role="listbox"
				aria-label="Pages, voices, history and actions"
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
									selected={at === index}
									onPoint={() => setSelected(at)}
									onRun={() => run(command)}
								/>
							);
						})}
					</div>
				))}
				{commands.length === 0 ? (
					<p className="py-12 text-center text-muted">No results. Try a different search.</p>
				) : null}
			</div>
		</div>
	);
}

type OptionProps = {
	id: string;
	at: number;
	command: Command;
	selected: boolean;
	onPoint: () => void;
	onRun: () => void;
};

function Option({ id, at, command, selected, onPoint, onRun }: OptionProps) {
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the arrow keys
		<div
			id={id}
			data-at={at}
			role="option"
			tabIndex={-1}
			aria-selected={selected}
			onPointerMove={onPoint}
			onClick={onRun}
			className={cn(
				"flex cursor-pointer items-center gap-3 rounded-control px-2 py-2 [&_svg]:size-4 [&_svg]:text-muted",
				selected && "bg-hover",
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

const pickable = (voices: Voice[]) => voices.filter(isSelectable);

/** Lists recently used voices, or all matching voices while searching. */
function useSections(typed: string, onShortcuts: () => void): Section[] {
	const navigate = useNavigate();
	const actions = useActions(onShortcuts);
	const { data: voices = [] } = useQuery({ ...voicesQuery, select: pickable });
	const [recent] = useRecentVoices();
	const searching = typed.trim() !== "";
	const shown = searching ? voices : recent.flatMap((id) => voices.find((voice) => voice.voice_id === id) ?? []);
	const pages = allItems.map(({ to, label, icon: Icon, keywords }) => ({
		id: to,
		label,
		keywords,
		icon: <Icon aria-hidden="true" />,
		run: () => void navigate(to),
	}));
	const voiceCommands = shown.map((voice) => ({
		id: voice.voice_id,
		label: voice.name,
		keywords: voiceTraits(voice),
		detail: voiceTraits(voice),
		icon: <VoiceOrb voiceId={voice.voice_id} size={18} />,
		run: () => void navigate(`${speechPath}?voice=${voice.voice_id}`),
	}));
	const search = useDebouncedValue(typed.trim(), searchDelayMs);
	const { data: found = [] } = useQuery({ ...historySearchQuery(search), placeholderData: keepPreviousData });
	// The server has searched the text, so these are not filtered again.
	const generations = (searching && search.length > 1 ? found : []).map((item) => ({
		id: item.history_item_id,
		label: item.text.slice(0, 120),
		detail: `${item.voice_name}, ${ago(item.date_unix)}`,
		icon: <VoiceOrb voiceId={item.voice_id} size={18} />,
		run: () => void navigate(editPath(item)),
	}));
	return [
		{ title: "Pages", commands: searchEntries<Command>(pages, typed) },
		{ title: "Actions", commands: searchEntries<Command>(actions, typed) },
		{
			title: searching ? "Voices" : "Recent voices",
			commands: searchEntries<Command>(voiceCommands, typed).slice(0, maxVoices),
		},
		{ title: "History", commands: generations },
	].filter((section) => section.commands.length > 0);
}

function useActions(onShortcuts: () => void): Command[] {
	const navigate = useNavigate();
	const signOut = useSignOut();
	const [theme, setTheme] = useTheme();
	const action = (id: string, label: string, keywords: string, Icon: LucideIcon, run: () => void): Command => ({
		id,
		label,
		keywords,
		icon: <Icon aria-hidden="true" />,
		run,
	});
	const themes = [
		{ value: "light" as const, label: "Switch to light theme", icon: Sun },
		{ value: "dark" as const, label: "Switch to dark theme", icon: Moon },
		{ value: "system" as const, label: "Switch to system theme", icon: Monitor },
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
				action(`theme-${value}`, label, "appearance colors colours", icon, () => setTheme(value)),
			),
		action("shortcuts", "Keyboard shortcuts", "keys help", Keyboard, onShortcuts),
		action("sign-out", "Sign out", "log out leave", LogOut, signOut),
	];
}
