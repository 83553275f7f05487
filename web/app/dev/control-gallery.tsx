import { languageName } from "@timbre/contract/language.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { AudioLines, Heart, Plus } from "lucide-react";
import { useState } from "react";
import { Sample } from "./sample.tsx";

const variants = ["primary", "secondary", "quiet", "danger"] as const;
const tones = ["neutral", "accent", "positive", "warning", "danger"] as const;

const longList = [
	"cs",
	"da",
	"de",
	"el",
	"es",
	"fi",
	"hi",
	"it",
	"ja",
	"ko",
	"nl",
	"pl",
	"pt",
	"sv",
	"tr",
	"uk",
	"zh",
].map((value) => ({ value, label: languageName(value) }));

export function ControlGallery({ theme }: { theme: string }) {
	const [speed, setSpeed] = useState(1);
	const [language, setLanguage] = useState("en");
	return (
		<>
			<Sample title="Button">
				{variants.map((variant) => (
					<Button key={variant} variant={variant}>
						{variant}
					</Button>
				))}
				<Button size="small">small</Button>
				<Button size="large" variant="primary">
					<Plus aria-hidden="true" />
					large
				</Button>
				<Button busy>busy</Button>
				<Button disabled>disabled</Button>
			</Sample>
			<Sample title="Icon button">
				<IconButton label="Quiet">
					<Heart aria-hidden="true" />
				</IconButton>
				<IconButton label="Outline" variant="outline">
					<Heart aria-hidden="true" />
				</IconButton>
				<IconButton label="Primary" variant="primary" size="large" round>
					<Heart aria-hidden="true" />
				</IconButton>
			</Sample>
			<Sample title="Fields">
				<Field label="Name" hint="The name others see." className="w-60">
					{(control) => <Input {...control} defaultValue="Ada" />}
				</Field>
				<Field label="Email" error="Enter an email address like name@example.com." className="w-60">
					{(control) => <Input {...control} defaultValue="ada@" />}
				</Field>
				<Field label="Note" className="w-full max-w-sm">
					{(control) => <Textarea {...control} placeholder="Anything" />}
				</Field>
				<SearchInput label={`Search, ${theme}`} className="w-60" />
				<Select
					label={`Language, ${theme}`}
					className="w-60"
					value={language}
					onChange={setLanguage}
					options={[
						{ value: "en", label: "English", aside: "52" },
						{ value: "fr", label: "French", aside: "1" },
						...longList,
					]}
				/>
			</Sample>
			<Sample title="Slider and switch">
				<Slider
					label={`Speed, ${theme}`}
					className="w-60"
					min={0.5}
					max={2}
					step={0.05}
					value={speed}
					onChange={setSpeed}
				/>
				<Switch aria-label={`On, ${theme}`} defaultChecked />
				<Switch aria-label={`Off, ${theme}`} />
			</Sample>
			<Sample title="Tabs">
				<Tabs defaultValue="a" className="w-full">
					<TabsList>
						<TabsTrigger value="a">Settings</TabsTrigger>
						<TabsTrigger value="b">History</TabsTrigger>
					</TabsList>
					<TabsContent value="a">First panel</TabsContent>
					<TabsContent value="b">Second panel</TabsContent>
				</Tabs>
			</Sample>
			<Sample title="Badges and indicators">
				{tones.map((tone) => (
					<Badge key={tone} tone={tone}>
						{tone}
					</Badge>
				))}
				<Kbd>Ctrl</Kbd>
				<Kbd>K</Kbd>
				<Spinner />
				<Avatar name="Ada Lovelace" />
				<Progress label={`Progress, ${theme}`} value={40} className="w-40" />
				<Skeleton className="h-4 w-32" />
			</Sample>
			<Sample title="States">
				<Card className="w-full">
					<EmptyState
						icon={<AudioLines aria-hidden="true" />}
						title="No generations yet"
						action={<Button variant="primary">Generate speech</Button>}
					>
						Your generations appear here.
					</EmptyState>
				</Card>
				<Card className="w-full">
					<ErrorState
						title="Couldn't load your history"
						message="Couldn't reach the server."
						requestId="req_1"
						onRetry={() => undefined}
					/>
				</Card>
			</Sample>
		</>
	);
}
