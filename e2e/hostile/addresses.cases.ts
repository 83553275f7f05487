// Paths with invalid, foreign or traversing ids; invalid queries; misleading headers.
import type { Case } from "./world.ts";

const get = (path: string, expected: Case["expected"], headers?: Record<string, string>): Case => ({
	name: `GET ${path.length > 90 ? `${path.slice(0, 80)}… (${path.length})` : path}${
		headers ? ` with ${JSON.stringify(headers).slice(0, 80)}` : ""
	}`,
	request: { path, ...(headers ? { headers } : {}) },
	expected,
});
const post = (path: string, expected: Case["expected"], json: unknown = { text: "Hello." }): Case => ({
	name: `POST ${path.length > 90 ? `${path.slice(0, 80)}… (${path.length})` : path}`,
	request: { path, json, method: "POST" },
	expected,
});

const notFound = [400, 404, 422];
const strangeIds = [
	"nobody",
	"%00",
	"%2e%2e%2f%2e%2e%2fetc%2fpasswd",
	"..%5c..%5cwindows",
	"%ff%fe",
	"%zz",
	"%E0%A4%A",
	"'%20OR%201=1--",
	"%27;DROP%20TABLE%20voice;--",
	"%F0%9F%98%80",
	"%E2%80%AE",
	"%0d%0aset-cookie:%20a=b",
	"__proto__",
	"constructor",
	"null",
	"undefined",
	"-1",
	"x".repeat(64),
	"x".repeat(199),
	"x".repeat(5_000),
];

const ids: Case[] = [
	...strangeIds.flatMap((id) => [
		post(`/v1/text-to-speech/${id}`, [...notFound, 414]),
		get(`/v1/history/${id}`, [...notFound, 414]),
		get(`/v1/pronunciation-dictionaries/${id}`, [...notFound, 414]),
	]),
	...["%00", "..%2f..%2fx", "x".repeat(199), "nobody"].flatMap((id) => [
		get(`/v1/history/${id}/audio`, notFound),
		get(`/v1/history/${id}/takes`, notFound),
		get(`/v1/history/exports/${id}`, notFound),
		get(`/v1/share/${id}`, notFound),
		get(`/v1/voices/${id}/preview`, notFound),
		get(`/v1/pronunciation-dictionaries/{dictionary}/${id}/download`, notFound),
		post(`/v1/single-use-token/${id}`, notFound, {}),
	]),
	get("/v1/history/../../../../etc/passwd", notFound),
	get("/../../../../etc/passwd", notFound),
	get("//evil.example/v1/models", notFound),
	get("/v1//models", notFound),
	get("/v1/text-to-speech/{voice}", notFound),
	get("/v1/history/{foreignItem}", 404),
	get("/v1/history/{foreignItem}/audio", 404),
	get("/v1/history/{foreignItem}/takes", 404),
	get("/v1/history/{foreignItem}/share-link", 404),
	get("/v1/pronunciation-dictionaries/{foreignDictionary}", 404),
	get("/v1/pronunciation-dictionaries/{foreignDictionary}/versions", 404),
	post("/v1/history/{foreignItem}/share-link", 404, {}),
	post("/v1/history/{foreignItem}/feedback", 404, { thumbs_up: false }),
	post("/v1/history/{foreignItem}/takes/check", 404, {}),
	post("/v1/history/{foreignItem}/takes/0/retake", 404, {}),
	post("/v1/pronunciation-dictionaries/{foreignDictionary}/add-rules", 404, { rules: [] }),
	...["-1", "1.5", "x", "1e99", "99999999999999999999", "NaN", "%00"].map((index) =>
		post(`/v1/history/{item}/takes/${index}/retake`, notFound, {}),
	),
	post("/v1/history/{item}/takes/99999/retake", [404, 400, 409, 422], {}),
	{
		name: "DELETE an item of another workspace",
		request: { method: "DELETE", path: "/v1/history/{foreignItem}" },
		expected: 404,
	},
	{
		name: "DELETE with a body",
		request: { method: "DELETE", path: "/v1/history/nobody", json: { a: 1 } },
		expected: 404,
	},
	{ name: "an unknown method", request: { method: "PROPFIND", path: "/v1/history" }, expected: [404, 405] },
	{ name: "TRACE", request: { method: "TRACE", path: "/v1/history" }, expected: [404, 405] },
	{ name: "GET with a body", request: { method: "GET", path: "/v1/models", body: "{" }, expected: [200, 400] },
];

const queries: Case[] = [
	...["-1", "0", "1001", "ten", "1.5", "NaN", "Infinity", "1e400", "", "%00", "0x10000", "[]", "5&page_size=6"].map(
		(size) => get(`/v1/history?page_size=${size}`, 422),
	),
	...["-1", "abc", "NaN", "1e300", "253402300800", "1.5", "%00"].flatMap((date) => [
		get(`/v1/history?date_before_unix=${date}`, 422),
		get(`/v1/history?date_after_unix=${date}`, 422),
	]),
	get("/v1/history?source=Nowhere", 422),
	get("/v1/history?sort_direction=sideways", 422),
	get("/v1/history?sort_direction=desc;DROP TABLE x".replaceAll(" ", "%20"), 422),
	get("/v1/history?start_after_history_item_id=..%2f..", 422),
	get("/v1/history?start_after_history_item_id=nobodys", [200, 404]),
	get("/v1/history?start_after_history_item_id={foreignItem}", [200, 404]),
	get(`/v1/history?voice_id=${"v".repeat(65)}`, 422),
	get("/v1/history?voice_id=%00", [200, 422]),
	get("/v1/history?model_id=%00", [200, 422]),
	get("/v1/history?search=%00", [200, 422]),
	get("/v1/history?search=a%00b", [200, 422]),
	get("/v1/history?search=%25", 200),
	get("/v1/history?search=%25%25_%5c", 200),
	get("/v1/history?search=%5c", 200),
	get("/v1/history?search='%20OR%20'1'='1", 200),
	get("/v1/history?search=%ff%fe", [200, 400, 422]),
	get("/v1/history?search=%ed%a0%80", [200, 400, 422]),
	get(`/v1/history?search=${"s".repeat(501)}`, 422),
	get(`/v1/history?search=${"%25".repeat(400)}`, 200),
	get("/v1/history?search=((((((((((a%2b)%2b)%2b", 200),
	get("/v1/history?search=a&search=b", 422),
	get("/v1/history?search[$ne]=x", 200),
	get("/v1/history?__proto__[admin]=1&constructor[prototype][x]=1", 200),
	get(`/v1/history?${"a=b&".repeat(3_000)}`, [200, 414, 431]),
	...["0", "-1", "101", "x", "1e9"].map((size) => get(`/v1/pronunciation-dictionaries?page_size=${size}`, 422)),
	get("/v1/pronunciation-dictionaries?sort=secret", 422),
	get("/v1/pronunciation-dictionaries?sort_direction=x", 422),
	get("/v1/pronunciation-dictionaries?cursor=%00", 422),
	get("/v1/pronunciation-dictionaries?cursor=nobodys", [200, 404]),
	get("/v1/pronunciation-dictionaries?cursor={foreignDictionary}", [200, 404]),
	get("/v1/pronunciation-dictionaries?include_archived=maybe", 422),
	get("/v1/pronunciation-dictionaries/{dictionary}/versions?before_version_number=0", 422),
	get("/v1/pronunciation-dictionaries/{dictionary}/versions?before_version_number=99999999999", [200, 422]),
	get("/v1/pronunciation-dictionaries/{dictionary}/versions?before_version_number=1e300", [200, 422]),
	get("/v1/usage/character-stats", 422),
	...["abc", "-1", "NaN", "1e400", "1e300", ""].map((start) =>
		get(`/v1/usage/character-stats?start_unix=${start}&end_unix=1700000000000`, start === "" ? [200, 400, 422] : 422),
	),
	get("/v1/usage/character-stats?start_unix=1700000000000&end_unix=1600000000000", [200, 400, 422]),
	get("/v1/usage/character-stats?start_unix=0&end_unix=9000000000000000&aggregation_bucket_size=1", [400, 422]),
	get("/v1/usage/character-stats?start_unix=0&end_unix=1700000000000&aggregation_interval=hour", [200, 400, 422]),
	get(
		"/v1/usage/character-stats?start_unix=0&end_unix=9000000000000000&aggregation_interval=cumulative",
		[200, 400, 422],
	),
	get("/v1/usage/character-stats?start_unix=0&end_unix=8640000000000001&aggregation_interval=month", [200, 400, 422]),
	...["0", "-5", "x", "1e300", "99999999999999999"].map((size) =>
		get(
			`/v1/usage/character-stats?start_unix=1700000000000&end_unix=1700001000000&aggregation_bucket_size=${size}`,
			size.length > 3 ? [200, 400, 422] : 422,
		),
	),
	get("/v1/usage/character-stats?start_unix=1&end_unix=2&metric=secrets", 422),
	get("/v1/usage/character-stats?start_unix=1&end_unix=2&breakdown_type=password", 422),
	get("/v1/usage/character-stats?start_unix=1&end_unix=2&aggregation_interval=blink", 422),
	...["mp3", "mp3_44100_9999", "wav_44100%00", "..%2f", "toString", ""].map((format) =>
		post(`/v1/text-to-speech/{voice}?output_format=${format}`, 422),
	),
	post("/v1/text-to-speech/{voice}/stream?output_format=wav_16000", 422),
	post("/v1/text-to-speech/{voice}?output_format=pcm_8000&output_format=pcm_16000", 422),
	post("/v1/text-to-speech/{voice}?enable_logging=perhaps", 422),
	post("/v1/text-to-speech/{voice}?optimize_streaming_latency=99", 422),
	post("/v1/text-to-speech/{voice}?optimize_streaming_latency=NaN", 422),
];

const ranges: Case[] = [
	"bytes=-",
	"bytes=0-",
	"bytes=-1",
	"bytes=-0",
	"bytes=5-1",
	"bytes=999999999999-",
	"bytes=0-999999999999999999999",
	"bytes=a-b",
	"bytes=0-0,1-1,2-2",
	`bytes=${"0-0,".repeat(1_000)}`,
	"items=0-1",
	"bytes=--1",
	"bytes=1e1-2",
].map((range) => get("/v1/history/{item}/audio", [200, 206, 416], { range }));

const headers: Case[] = [
	get("/v1/models", 401, { "xi-api-key": "sk_\u00ff\u00fe" }),
	get("/v1/models", [401, 431], { "xi-api-key": "k".repeat(10_000) }),
	get("/v1/models", 401, { "xi-api-key": "' OR '1'='1" }),
	get("/v1/models", [400, 431], { "x-long": "a".repeat(100_000) }),
	get("/v1/models", 200, { "content-type": "%%%", accept: "nothing/known" }),
	get("/v1/models", 200, { "x-forwarded-for": "\t,,,;drop", forwarded: "for=_evil" }),
	get("/v1/models", 200, { "accept-encoding": "gzip;q=NaN, *;q=-1", "accept-language": "x".repeat(5_000) }),
	get("/v1/models", 200, { "if-none-match": "*", "if-modified-since": "yesterday", "if-range": "\\" }),
	{ name: "a foreign host header", request: { path: "/v1/models", headers: { host: "evil.example" } }, expected: 200 },
	{
		name: "an unknown Expect header",
		request: { path: "/v1/models", headers: { expect: "a miracle" } },
		expected: [200, 417],
	},
	{
		name: "an empty bearer token",
		request: { path: "/v1/models", anonymous: true, headers: { authorization: "Bearer " } },
		expected: 401,
	},
	{
		name: "basic authentication",
		request: { path: "/v1/models", anonymous: true, headers: { authorization: "Basic YTpi" } },
		expected: 401,
	},
	{
		name: "a broken cookie",
		request: { path: "/v1/models", anonymous: true, headers: { cookie: '=;;; a=%zz; "' } },
		expected: 401,
	},
	{
		name: "a forged session",
		request: { path: "/v1/models", anonymous: true, headers: { cookie: "better-auth.session_token=AAAA.BBBB" } },
		expected: 401,
	},
	{
		name: "speech without authentication",
		request: { path: "/v1/text-to-speech/{voice}", json: { text: "Hi" }, anonymous: true },
		expected: 401,
	},
	{
		name: "a socket path over plain HTTP",
		request: { path: "/v1/text-to-speech/{voice}/stream-input" },
		expected: [400, 404, 426],
	},
];

export const addressCases: Case[] = [...ids, ...queries, ...ranges, ...headers];
