"""What is remembered of sentences: as much as is allowed, whatever tables say."""

from parlour.engine import sight
from parlour.engine.match import Match


def test_all_voices_together_remember_so_many_bytes_of_sentences(monkeypatch):
    """Names differ from table to table, so each has voices of its own."""
    monkeypatch.setattr(sight, "SENTENCES", sight.Sentences())
    monkeypatch.setattr(sight, "MAX_SENTENCE_BYTES", 100_000)
    most, voices = 0, []
    for number in range(40):
        match = Match.deal("heartcatchers", seed=number, names=(f"Ann {number}", "Bob"))
        look = match.look(match.seat)
        assert look.moves[0].words == look.say(look.moves[0].line)
        voices.append(look.voice)
        kept = [(asked, found) for voice in voices for asked, found in voice.said.items()]
        most = max(most, len(kept))
        assert sight.SENTENCES.size <= 100_000
        assert sum(len(found) for _, found in kept) <= sight.SENTENCES.size
    assert 0 < most < 100_000 / sight.PLACE
    assert len({id(voice) for voice in voices}) == 40


def test_a_voice_that_was_forgotten_says_the_same_again(monkeypatch):
    match = Match.deal("heartcatchers", seed=1)
    said = [choice.words for choice in match.look(match.seat).moves]
    monkeypatch.setattr(sight, "MAX_SENTENCE_BYTES", 0)
    assert [choice.words for choice in match.look(match.seat).moves] == said
